export { MyAuctions } from './my-auctions.tsx';
