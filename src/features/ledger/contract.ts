/** Public parts of the ledger: its accounts and the posting rules of journals. */
export { accounts, journalRules, topUpOf, type Account, type Rule } from './rules.ts';
