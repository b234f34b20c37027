export { canModerate as canModerateAuctions } from '../access.ts';
export { BiddersScreen } from './bidders-screen.tsx';
export { MyAuctions } from './my-auctions.tsx';
