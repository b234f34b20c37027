import type { PersonalData } from '#platform/server/personal-data.ts';

/** The ledger names nobody: owners are ids whose rows are erased, and the law requires the movements to be kept. */
export function ledgerPersonalData(): PersonalData {
  return {
    room: 'ledger',
    tables: ['ledger_journal', 'ledger_journal_index', 'ledger_entry', 'ledger_balance', 'ledger_fold'],
    lists: {},
  };
}
