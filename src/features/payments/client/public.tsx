export { payWithToss } from './toss-pay.ts';
export { FreezeButtons } from './freeze-buttons.tsx';
export { MoneyScreen } from './money-screen.tsx';
export { MyEarnings } from './my-earnings.tsx';
export { PayoutsScreen } from './payouts-screen.tsx';
export { RefundAccount } from './refund-account.tsx';
export { RefundsScreen } from './refunds-screen.tsx';
export { Statement } from './statement.tsx';
