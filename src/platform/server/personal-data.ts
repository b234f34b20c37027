import type { Db, Trx } from './db.ts';

/** A person who is being erased, with the data that identifies them. */
export type Leaver = { id: string; name: string; email: string; username: string };

/**
 * Legal ground to keep records of people who have left; the rights room defines the terms. `at` is the start of the
 * term.
 */
export type ArchiveKind = 'contract' | 'payment' | 'dispute' | 'advertising' | 'access' | 'staff';
export type ArchiveRecord = { kind: ArchiveKind; at: Date; record: unknown };

/**
 * Hooks of a room for personal data: export, concealment and erasure. `src/app/personal-data.ts` lists all rooms; a
 * table that no room covers fails a test.
 */
export type PersonalData = {
  /** Name of the room, and of its folder in an export. */
  room: string;
  /** Every table that may contain personal data. */
  tables: readonly string[];
  /** Lists of an export, by name: one JSON file each, written row by row. */
  lists: Record<string, (personId: string) => AsyncIterable<unknown>>;
  /** Files of an export: name in the export, and blob key. */
  files?(personId: string): AsyncIterable<{ name: string; key: string }>;
  /** Throws while something must be finished before the person may leave. */
  assertMayLeave?(trx: Db, personId: string): Promise<void>;
  /**
   * Hides everything that the person has published. Returns the state that {@link PersonalData.reveal} needs to show it
   * again.
   */
  conceal?(trx: Db, personId: string): Promise<unknown>;
  reveal?(trx: Db, personId: string, concealed: unknown): Promise<void>;
  /** Collects the records that the law requires us to keep, before they are erased. */
  archive?(trx: Db, leaver: Leaver, now: Date): Promise<ArchiveRecord[]>;
  /** Erases the room's rows in the transaction; returns the keys of blobs that are no longer needed. */
  erase?(trx: Trx, leaver: Leaver, now: Date): Promise<string[]>;
  /** Erases data outside of the database, after the transaction; may run more than once. */
  eraseOutside?(personId: string): Promise<void>;
};

/** For a list whose rows fit in memory. */
export function whole(
  load: (personId: string) => Promise<readonly unknown[]>,
): (personId: string) => AsyncIterable<unknown> {
  return async function* rows(personId) {
    yield* await load(personId);
  };
}

const batch = 100;

/** For a list that may be long: loads rows ordered by id, a hundred at a time. */
export function inBatches<Row extends { id: string }>(
  load: (personId: string, after: string, limit: number) => Promise<Row[]>,
): (personId: string) => AsyncIterable<Row> {
  return async function* rows(personId) {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const found = await load(personId, after, batch);
      yield* found;
      const last = found.at(-1);
      if (!last || found.length < batch) return;
      after = last.id;
    }
  };
}
