export { bankName, bankNames } from '../words.ts';
