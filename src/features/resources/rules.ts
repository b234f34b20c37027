import { asCategory, categories, type Category } from '#platform/shared/categories.ts';
import { trimEndOf } from '#platform/shared/trimming.ts';
import { plainName } from '#platform/shared/visible-text.ts';
import { beginningOf } from '#platform/shared/graphemes.ts';

export { asCategory, categories, type Category };

/** Longest time, in days, for which a publication can be scheduled. */
export const maxScheduleDays = 365;

/** Returns true if a draft can be scheduled for this time: in the future and within a year. */
export function isSchedulable(publishAt: Date, now: Date): boolean {
  const aheadMs = publishAt.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= maxScheduleDays * 24 * 60 * 60_000;
}

/** Maximum number of resources that one request changes. */
export const maxAtOnce = 100;

export const pageSize = 32;
/** Maximum number of suggestions shown while typing. */
export const maxSuggestions = 8;
export const maxPerPage = 1000;
/** Maximum number of files of one version. */
export const maxFiles = 20;
export const maxPictures = 10;

export const limits = {
  title: 120,
  description: 20_000,
  subcategory: 60,
  tags: 20,
  tag: 40,
  author: 80,
  sourceSite: 300,
  modelType: 80,
  instructions: 20_000,
  gameControls: 2000,
  gameCode: 300_000,
  steps: 100,
  step: 5000,
  parts: 500,
  printProfiles: 10,
  search: 200,
  license: 60,
  fileType: 20,
  fileName: 200,
} as const;

/** Parses tags as typed ("드론, 기어") or as a list: trimmed, without `#`, unique regardless of case. */
export function parseTags(value: string | readonly string[]): string[] {
  const parts = typeof value === 'string' ? value.split(',') : value;
  const seen = new Map<string, string>();
  for (const part of parts) {
    const tag = plainName(plainName(part).replace(/^[#\s]+/, ''));
    if (tag !== '' && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  }
  return [...seen.values()];
}

/**
 * Splits text with numbered lines ("1. 자르기\n2) 붙이기") into steps. A line without a number belongs to the step
 * before it; text without any number is one step.
 */
export function parseSteps(text: string): { title: string; text: string }[] {
  const steps: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [number] = /^\s*\d{1,3}\s*[.)]\s/.exec(line) ?? [];
    if (number !== undefined || steps.length === 0) steps.push(line.slice(number?.length).trim());
    else steps[steps.length - 1] += `\n${line.trim()}`;
  }
  return steps
    .map((step) => step.trim())
    .filter(Boolean)
    .map((step) => ({ title: '', text: step }));
}

/** Length of a game's description on the home page. */
export const gameTextLength = 50;

/** Truncates a text, counted in graphemes. */
export function cutText(text: string, most: number): string {
  const beginning = beginningOf(text, most);
  return beginning === text ? text : `${trimEndOf(beginning, /[\s.,。、]/)}…`;
}

/**
 * Returns the target of a download, apart from redirects, which the server decides: docs/product.md,
 * "Downloads".
 */
export function downloadKind(resource: {
  category: string;
  downloadUrl: string | null;
  hasFile: boolean;
}): 'shortcut' | 'game' | 'file' | 'link' | 'none' {
  const { category, downloadUrl, hasFile } = resource;
  if (downloadUrl !== null && category === 'free_content') return 'shortcut';
  if (downloadUrl !== null && category === 'flash_game') return 'game';
  if (hasFile) return 'file';
  return downloadUrl === null ? 'none' : 'link';
}

/** Returns true if a resource has no content of its own, so that a download goes to its external address. */
export function redirectsOutside(resource: Parameters<typeof downloadKind>[0]): boolean {
  return downloadKind(resource) === 'link';
}

type State = 'draft' | 'published' | 'hidden' | 'removed';
const byStaff: Record<State, readonly State[]> = {
  draft: ['hidden', 'removed'],
  published: ['hidden', 'removed'],
  hidden: ['published', 'draft', 'removed'],
  removed: ['published', 'draft', 'hidden'],
};

/**
 * Returns true if staff can make this change. They hide, remove and restore, but do not publish what its
 * owner never published.
 */
export function canStaffSet(from: State, to: State, wasPublished: boolean): boolean {
  return byStaff[from].includes(to) && (to !== 'published' || wasPublished);
}

/** Returns true for states that are hidden from the public. Staff need a rule as the reason to set one. */
export function isOut(state: State): boolean {
  return state === 'hidden' || state === 'removed';
}

/** Filters and orders of the staff table. */
export const staffTable = {
  filters: { state: ['published', 'draft', 'hidden', 'removed'], category: categories },
  sorts: ['newest', 'oldest', 'title', 'downloads'],
} as const;
