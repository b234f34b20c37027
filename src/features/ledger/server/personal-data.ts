import type { PersonalData } from '#platform/server/personal-data.ts';

/** Nothing in here names anybody: owners are ids whose rows are emptied, and the law makes keep what moved. */
export function ledgerPersonalData(): PersonalData {
  return {
    room: 'ledger',
    tables: ['ledger_journal', 'ledger_journal_index', 'ledger_entry', 'ledger_balance', 'ledger_fold'],
    lists: {},
  };
}
