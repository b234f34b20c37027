export { bankName, bankNames } from '../words.ts';
export { StepsNeeded } from './steps-needed.tsx';
