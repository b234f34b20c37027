import { isAppError } from '../shared/errors.ts';
import { asOwnFault } from './own-faults.ts';

type Broken = { kind: string; id: string };

let report: (error: unknown, broken: Broken) => void = () => {};

/** Where it is written down that a row could not be presented. */
export function onUnpresentable(write: typeof report): void {
  report = write;
}

/**
 * Presents the rows of a list one by one, so that one that cannot be presented (an old or damaged one) hides no other: its id is
 * logged, and it is left out.
 */
export function presentEach<Row extends { id: string }, Item>(
  kind: string,
  rows: readonly Row[],
  present: (row: Row) => Item,
): Item[] {
  return rows.flatMap((row) => {
    try {
      return [present(row)];
    } catch (error) {
      report(error, { kind, id: row.id });
      return [];
    }
  });
}

/** The same of one thing that must stay in reach, so that it can be ended: what little is sure about it takes its place. */
export async function presentOr<Item>(
  broken: Broken,
  present: () => Promise<Item> | Item,
  instead: () => Promise<Item> | Item,
): Promise<Item> {
  try {
    return await present();
  } catch (error) {
    // A refusal, or a database that is away, says nothing about the row.
    if (isAppError(error) || asOwnFault(error)) throw error;
    report(error, broken);
    return await instead();
  }
}
