export { canHandleMoney, canSeeMoney } from '../access.ts';
export { payWithToss } from './toss-pay.ts';
export { methodWords } from './words.ts';
export { FreezeButton } from './freeze-button.tsx';
export { payoutReason, refundStateNames } from './money-words.ts';
export { MoneyScreen } from './money-screen.tsx';
export { MyEarnings } from './my-earnings.tsx';
export { RefundAccount } from './refund-account.tsx';
export { ReceiptLink } from './receipt-link.tsx';
export { StaffLink } from './staff-link.tsx';
export { Statement } from './statement.tsx';
export {
  AdjustmentsScreen,
  FindingsScreen,
  JournalsScreen,
  PayoutsScreen,
  RefundsScreen,
} from './lazy-staff-screens.tsx';
