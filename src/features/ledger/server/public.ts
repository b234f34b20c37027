export {
  bountyGiven,
  bound,
  captured,
  goodwill,
  heldRefunded,
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
  spent,
  sponsored,
  sumOf,
  swept,
  unboundRefunded,
  vatWithin,
} from '../rules.ts';
export { balanceOf, rollUpBalances, lockHouseAccounts, post, reverse } from './commands.ts';
export { ledgerPersonalData } from './personal-data.ts';
export {
  balanceOfSubject,
  balances,
  bookedFees,
  earnedBySubject,
  journalsBySubject,
  journalsOf,
  postedOf,
} from './queries.ts';
