export { lastQueryMs } from '../rules.ts';
export { canSeeMoney } from '../access.ts';
export {
  addAttempt,
  beginAttempt,
  confirmAttempt,
  forgetNames,
  findBeingPaid,
  isBeingPaid,
  lockPayment,
  type PaymentDeps,
  type PaymentPart,
  type PaymentTarget,
} from './commands.ts';
export { report, withdrawReport } from './findings.ts';
export { createGateway } from './gateways/choose.ts';
export type * from './gateways/gateway.ts';
export { chooseInSandbox } from './gateways/sandbox.ts';
export { sandboxRoutes } from './gateways/sandbox-routes.ts';
export { paymentsJobs } from './jobs.ts';
export { addPayable, holdForClaim, listUnpaidShares } from './payouts.ts';
export {
  boundParts,
  countParts,
  findPaymentsOf,
  isBoundPayment,
  findHoldReason,
  findPaymentOfOrder,
  partsOfPayment,
  presentAttempt,
  presentDeposit,
  presentPayable,
} from './queries.ts';
export { paymentsPersonalData } from './personal-data.ts';
export { decideRefund, refundableOf } from './refunds.ts';
export { paymentsRoutes } from './routes.ts';
