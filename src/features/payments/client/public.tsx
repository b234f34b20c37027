export { payWithToss } from './toss-pay.ts';
