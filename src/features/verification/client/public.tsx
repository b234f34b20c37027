export { bankNames } from './words.ts';
