export { balanceOf, foldHouseAccounts, post, reverse } from './commands.ts';
export { ledgerPersonalData } from './personal-data.ts';
export { balances } from './queries.ts';
