export { checkReceipt, unpackReceipt } from '../receipt.ts';
