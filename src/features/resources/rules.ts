import { asCategory, categories, type Category } from '#platform/shared/categories.ts';
import { trimEndOf } from '#platform/shared/trimming.ts';

export { asCategory, categories, type Category };

/** How far ahead a draft may be told to publish itself. */
export const mostScheduleDays = 365;

/** Whether a draft may publish itself then: not in the past, and within a year. */
export function isSchedulable(publishAt: Date, now: Date): boolean {
  const aheadMs = publishAt.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= mostScheduleDays * 24 * 60 * 60_000;
}

/** Resources changed by one call. */
export const mostAtOnce = 100;

export const pageSize = 32;
/** Suggestions shown while someone types. */
export const mostSuggestions = 8;
export const mostPerPage = 1000;
/** Files of one version. */
export const mostFiles = 20;
export const mostPictures = 10;

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

/** Tags as typed ("드론, 기어") or as a list: trimmed, without `#`, each once whatever its case. */
export function parseTags(value: string | readonly string[]): string[] {
  const parts = typeof value === 'string' ? value.split(',') : value;
  const seen = new Map<string, string>();
  for (const part of parts) {
    const tag = part
      .normalize('NFC')
      .replace(/^[#\s]+/, '')
      .trim();
    if (tag !== '' && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  }
  return [...seen.values()];
}

/**
 * Text with numbered lines ("1. 자르기\n2) 붙이기") becomes steps. A line without a number belongs to the step
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

/** What the home page tells of a game. */
export const gameTextLength = 50;

/** Text cut where it grows longer than this, counted in characters as people see them. */
export function cutText(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${trimEndOf(characters.slice(0, most).join(''), /[\s.,。、]/)}…` : text;
}

/** What a download click leads to, before the server is asked whether it redirects: docs/product.md, "Downloads". */
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

/** A resource that has nothing of its own to hand out sends people to its external address. */
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

/** Staff hide, take away and bring back; what its owner never published they do not publish either. */
export function canStaffSet(from: State, to: State, wasPublished: boolean): boolean {
  return byStaff[from].includes(to) && (to !== 'published' || wasPublished);
}

/** Out of everybody's sight, its owner's at least: whoever of the staff brings that about decides by a rule. */
export function isOut(state: State): boolean {
  return state === 'hidden' || state === 'removed';
}

/** What the table of staff can be narrowed down by. */
export const staffTable = {
  filters: { state: ['published', 'draft', 'hidden', 'removed'], category: categories },
  sorts: ['newest', 'oldest', 'title', 'downloads'],
} as const;
