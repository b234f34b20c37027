export { canListOrders } from '../access.ts';
export { ChoiceField } from './choice-field.tsx';
export { checkDelivery, deliveryOf, DeliveryFields } from './delivery-fields.tsx';
export { DisputesScreen } from './disputes-screen.tsx';
export { MyOrders } from './my-orders.tsx';
export { OrderScreen } from './order-screen.tsx';
export { OrdersScreen } from './orders-screen.tsx';
export { PhotosField, type ChosenPhoto } from './photos-field.tsx';
export { Receipt } from './receipt.tsx';
