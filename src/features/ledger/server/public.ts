export { balanceOf, foldHouseAccounts, post, reverse } from './commands.ts';
export { balances } from './queries.ts';
