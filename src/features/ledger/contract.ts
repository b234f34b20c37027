/** What others may know of the books: their accounts, and the rules that journals follow. */
export { accounts, journalRules, topUpOf, type Account, type Rule } from './rules.ts';
