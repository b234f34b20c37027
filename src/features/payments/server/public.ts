export { lastQueryMs } from '../rules.ts';
export { canSeeMoney } from '../access.ts';
export {
  addAttempt,
  beginAttempt,
  confirmAttempt,
  forgetNames,
  findBeingPaid,
  isBeingPaid,
} from './commands.ts';
export { lockPayment, type PaymentDeps, type PaymentPart, type PaymentTarget } from './locking.ts';
export { report, withdrawReport } from './findings.ts';
export { createGateway } from './gateways/choose.ts';
export type * from './gateways/gateway.ts';
export { chooseInSandbox } from './gateways/sandbox.ts';
export { sandboxRoutes } from './gateways/sandbox-routes.ts';
export { paymentsJobs } from './jobs.ts';
export { addPayable, holdForClaim, listUnpaidShares } from './payables.ts';
export {
  boundParts,
  countParts,
  findPaymentsOf,
  isBoundPayment,
  findHoldReason,
  findPaymentOfOrder,
  getOwnMoney,
  partsOfPayment,
  presentAttempt,
  presentDeposit,
  presentPayable,
} from './queries.ts';
export { paymentsPersonalData } from './personal-data.ts';
export { decideRefund, refundableOf } from './refunds.ts';
export { paymentsRoutes } from './routes.ts';
