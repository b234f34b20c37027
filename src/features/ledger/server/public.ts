export {
  bound,
  captured,
  netted,
  owedAccounts,
  payoutDone,
  payoutFailed,
  payoutSent,
  refundConfirmed,
  released,
  releasedRefunded,
  reversed,
  settledByGateway,
  sumOf,
  swept,
  unboundRefunded,
  vatWithin,
} from '../rules.ts';
export { balanceOf, foldHouseAccounts, lockHouseAccounts, post } from './commands.ts';
export { ledgerPersonalData } from './personal-data.ts';
export { balances, postedOf } from './queries.ts';
