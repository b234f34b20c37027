import { plainName } from '#platform/shared/visible-text.ts';
export const outcomes = ['success', 'partly', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

export const limits = {
  comment: 5000,
  machine: 80,
  material: 80,
  settings: 2000,
  make: 5000,
  minutes: 1_000_000,
  grams: 1_000_000,
  collectionTitle: 80,
  collectionDescription: 1000,
  note: 500,
} as const;

export const commentsPerPage = 20;
export const makesPerPage = 12;
export const peoplePerPage = 32;
export const itemsPerPage = 32;
/** Maximum number of answers to one comment, because all of them are shown. */
export const maxReplies = 100;
export const maxCollections = 100;
export const maxItems = 500;
/** Minimum number of makes for a meaningful success rate. */
export const minForRate = 3;
export const maxSuggestedMachines = 8;

/** Returns the displayed name of a machine, with single spaces. */
export function tidyName(text: string): string {
  return plainName(text);
}

/** Returns the key that different spellings of a machine share: "Bambu Lab A1", "bambulab-a1". */
export function machineKey(name: string): string {
  // Tidied first: characters that nobody sees are no part of a name, though some of them count as letters.
  return tidyName(name)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}+]/gu, '');
}

/** Returns the number of successful makes; null if there are too few. */
export function successes(makes: number, succeeded: number): number | null {
  return makes < minForRate ? null : succeeded;
}

/** Moves a member of a list; positions beyond its ends are clamped. */
export function moved(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((each) => each !== id);
  const at = Math.max(0, Math.min(position, others.length));
  return [...others.slice(0, at), id, ...others.slice(at)];
}
