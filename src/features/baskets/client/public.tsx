export { AddToBasket } from './add-to-basket.tsx';
export { replaceInBasket } from './api.ts';
export { MyBaskets } from './my-baskets.tsx';
export { BasketOfOrder } from './basket-of-order.tsx';
