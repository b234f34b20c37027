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
/** Answers to one comment: they are all shown below it. */
export const mostReplies = 100;
export const mostCollections = 100;
export const mostItems = 500;
/** With fewer makes than this, a success rate says more than anybody knows. */
export const fewestForRate = 3;
export const mostSuggestedMachines = 8;

/** A machine's name as it is shown: one space between words. */
export function tidyName(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** What is the same for one machine however its name is written: "Bambu Lab A1", "bambulab-a1". */
export function machineKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}+]/gu, '');
}

/** How many of a machine's makes went well; null where there are too few to say. */
export function successes(makes: number, succeeded: number): number | null {
  return makes < fewestForRate ? null : succeeded;
}

/** A list with one of its members at another place; places beyond its ends count as its ends. */
export function moved(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((each) => each !== id);
  const at = Math.max(0, Math.min(position, others.length));
  return [...others.slice(0, at), id, ...others.slice(at)];
}
