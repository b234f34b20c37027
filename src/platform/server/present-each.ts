import { isAppError } from '../shared/errors.ts';
import { asOwnFault } from './own-faults.ts';

type Broken = { kind: string; id: string };

let report: (error: unknown, broken: Broken) => void = () => {};

/** Sets the logger for rows that cannot be presented. */
export function onUnpresentable(write: typeof report): void {
  report = write;
}

/**
 * Presents the rows of a list one by one, so that an old or damaged row does not break the list: its id is logged, and
 * it is left out.
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

/** Same for a single item that must stay reachable, so that it can be ended: a minimal fallback is shown instead. */
export async function presentOr<Item>(
  broken: Broken,
  present: () => Promise<Item> | Item,
  instead: () => Promise<Item> | Item,
): Promise<Item> {
  try {
    return await present();
  } catch (error) {
    // A refusal or an unavailable database says nothing about the row.
    if (isAppError(error) || asOwnFault(error)) throw error;
    report(error, broken);
    return await instead();
  }
}
