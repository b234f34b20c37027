export { canModerate as canModerateAuctions } from '../access.ts';
export { MyAuctions } from './my-auctions.tsx';
export { BiddersScreen, LotsScreen } from './lazy-staff-screens.tsx';
