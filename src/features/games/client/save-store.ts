import { ApiError, getJson, sendJson } from '#platform/client/fetcher.ts';
import type { Saves } from '../contract.ts';
import { slotsProblem, type Slots } from '../rules.ts';

/** Minimum interval between writes to the server, because a game may save with every step. */
const betweenWritesMs = 2000;
/** Maximum tries after conflicting saves of another window. */
const maxTries = 3;

export type SaveStore = {
  /** Returns the JSON of a slot; null if it is empty. */
  load(slot: string): Promise<string | null>;
  /** Resolves when it is stored; rejects if it cannot be. */
  save(slot: string, text: string): Promise<void>;
};

/** Opens the saves of a game: in the account, or in this browser for a guest until they log in. */
export function openSaveStore(resourceId: string, isSignedIn: boolean): SaveStore {
  const guest = guestSaves(resourceId);
  return isSignedIn ? accountStore(resourceId, guest) : guestStore(guest);
}

function guestStore(guest: ReturnType<typeof guestSaves>): SaveStore {
  return {
    load: async (slot) => guest.read()[slot] ?? null,
    async save(slot, text) {
      const slots = { ...guest.read(), [slot]: text };
      assertFits(slots);
      guest.write(slots);
    },
  };
}

function assertFits(slots: Slots): void {
  const problem = slotsProblem(slots);
  if (problem !== null) throw new Error(problem);
}

function guestSaves(resourceId: string) {
  const key = `gongbang-saves:${resourceId}`;
  let slots: Slots | undefined;
  return {
    read(): Slots {
      slots ??= readStored(key);
      return slots;
    },
    write(next: Slots): void {
      slots = next;
      try {
        if (Object.keys(next).length > 0) localStorage.setItem(key, JSON.stringify(next));
        else localStorage.removeItem(key);
      } catch {
        // Storage is full or forbidden: the saves last as long as the page.
      }
    },
  };
}

function readStored(key: string): Slots {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as unknown;
    if (stored === null || typeof stored !== 'object') return {};
    const slots = stored as Slots;
    const areTexts = Object.values(slots).every((text) => typeof text === 'string');
    return areTexts && slotsProblem(slots) === null ? slots : {};
  } catch {
    return {};
  }
}

function accountStore(resourceId: string, guest: ReturnType<typeof guestSaves>): SaveStore {
  const path = `/api/play/${resourceId}/saves`;
  let known: Promise<Saves> | null = null;
  let pending: Slots = {};
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /** Saves from before the login are taken over, unless the account has its own. */
  async function read(): Promise<Saves> {
    const saves = await getJson<Saves>(path);
    const before = guest.read();
    if (saves.revision > 0 || Object.keys(before).length === 0) return saves;
    const kept = await put({ slots: before, revision: 0 });
    guest.write({});
    return kept;
  }

  function put(saves: Saves): Promise<Saves> {
    return sendJson<Saves>('PUT', path, saves);
  }

  function get(): Promise<Saves> {
    known ??= read();
    known.catch(() => (known = null));
    return known;
  }

  async function write(): Promise<void> {
    const slots = pending;
    pending = {};
    for (let tries = 1; ; tries++) {
      const base = await get();
      const wanted = { slots: { ...base.slots, ...slots }, revision: base.revision };
      assertFits(wanted.slots);
      try {
        known = Promise.resolve(await put(wanted));
        return;
      } catch (error) {
        known = null;
        // Another window has saved: keep its slots, except those that this window wrote.
        const isConflict = error instanceof ApiError && error.code === 'save_conflict';
        if (!isConflict || tries >= maxTries) throw error;
      }
    }
  }

  /** Saves that arrive during a write go out together with the next one. */
  async function writeNext(): Promise<void> {
    await writing?.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, betweenWritesMs));
    next = null;
    writing = write();
    return writing;
  }

  return {
    load: async (slot) => pending[slot] ?? (await get()).slots[slot] ?? null,
    save(slot, text) {
      pending = { ...pending, [slot]: text };
      if (writing === null) return (writing = write());
      return (next ??= writeNext());
    },
  };
}
