import type { Db } from './db.ts';

/** Somebody who leaves, while it is still known who they are. */
export type Leaver = { id: string; name: string; email: string; username: string };

/**
 * What the law names as the reason to keep something of people who have gone; how long is a rule of the rights room.
 * `at` is when the term begins.
 */
export type ArchiveKind = 'contract' | 'payment' | 'dispute' | 'advertising' | 'access' | 'staff';
export type ArchiveRecord = { kind: ArchiveKind; at: Date; record: unknown };

/**
 * What a room keeps of people, how it is handed out to them, and how it goes. `src/app/personal-data.ts` lists all rooms; a
 * table that no room answers for fails a test.
 */
export type PersonalData = {
  /** The room's name, and its folder in an export. */
  room: string;
  /** Every table in which something of a person may stand. */
  tables: readonly string[];
  /** Lists of an export, by name: one JSON file each, written row by row. */
  lists: Record<string, (personId: string) => AsyncIterable<unknown>>;
  /** Files of an export: their name there, and where the bytes are. */
  files?(personId: string): AsyncIterable<{ name: string; key: string }>;
  /** Throws what they have to end before they may leave. */
  assertMayLeave?(trx: Db, personId: string): Promise<void>;
  /** Hides what the person has made public. Gives what {@link PersonalData.reveal} needs to show it again. */
  conceal?(trx: Db, personId: string): Promise<unknown>;
  reveal?(trx: Db, personId: string, concealed: unknown): Promise<void>;
  /** What the law makes keep, before it is erased. */
  archive?(trx: Db, leaver: Leaver, now: Date): Promise<ArchiveRecord[]>;
  /** Erases the room's rows in the transaction; gives the keys of the blobs that nobody needs any more. */
  erase?(trx: Db, leaver: Leaver, now: Date): Promise<string[]>;
  /** Erases what is not in the database, after the transaction; may run more than once. */
  eraseOutside?(personId: string): Promise<void>;
};

/** For a list whose rows fit in memory together. */
export function whole(
  load: (personId: string) => Promise<readonly unknown[]>,
): (personId: string) => AsyncIterable<unknown> {
  return async function* rows(personId) {
    yield* await load(personId);
  };
}

const batch = 100;

/** For a list that may be long: rows ordered by id, a hundred at a time. */
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
