export { AddToBasket } from './add-to-basket.tsx';
export { MyBaskets } from './my-baskets.tsx';
export { BasketOfOrder } from './basket-of-order.tsx';
