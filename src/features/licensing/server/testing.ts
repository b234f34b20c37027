export { checkReceipt, unpackReceipt, type PublicKey } from '../receipt.ts';
