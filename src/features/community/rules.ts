import type { Locale } from '#i18n/languages.ts';
import { foldText } from '#platform/shared/search-text.ts';
import { codePoints, shortened } from '#platform/shared/graphemes.ts';
import { isVisible, plainName } from '#platform/shared/visible-text.ts';

const minuteMs = 60_000;

export const channelKinds = [
  'announcements',
  'introductions',
  'questions',
  'text',
  'voice',
  'inquiry',
  'support',
] as const;
export type ChannelKind = (typeof channelKinds)[number];
/** Kinds of public channels; all others have members. */
export const publicKinds = ['announcements', 'introductions', 'questions', 'text', 'voice'] as const;

export function isPublicKind(kind: ChannelKind): boolean {
  return publicKinds.some((each) => each === kind);
}

/** Lengths are in code points. */
export const communityLimits = {
  text: 5000,
  title: 120,
  tag: 30,
  tags: 5,
  clientId: 100,
  attachments: 10,
  reactionsPerMessage: 20,
  mentions: 20,
  cards: 5,
  pins: 50,
  edits: 50,
  name: 40,
  description: 200,
  slug: 40,
  slowSeconds: 21_600,
  reason: 500,
  word: 40,
  words: 1000,
  device: 64,
  /** Maximum per person and channel; the least recently used ones are forgotten. */
  devices: 20,
  search: 100,
  blocks: 1000,
  channels: 100,
} as const;

export const messagesPerPage = 50;
export const questionsPerPage = 20;
export const foundPerPage = 20;

/** Unread messages are counted up to this number; one more is shown as "more than". */
export const maxUnread = 99;

/** Interval at which presence is reported; after twice as long a person counts as gone. */
export const presenceEveryMs = minuteMs;
/** Interval at which "is typing" is sent; it is shown for twice as long. */
export const typingEveryMs = 3000;

export const sanctionKinds = ['mute', 'ban'] as const;

/** Matches one emoji as people see it: flags, skin tones and families are one. */
const emoji = /^\p{RGI_Emoji}$/v;
export const maxOfEmoji = 40;

export function isEmoji(text: string): boolean {
  return text.length <= maxOfEmoji && emoji.test(text);
}

/**
 * Removes code, which contains neither mentions nor links: inline code between runs of backticks, and blocks
 * between fences of three or more backticks or tildes. A failed search for a closing run is remembered, which
 * keeps this linear.
 */
function withoutCode(text: string): string {
  const openings = /`+|~{3,}/g;
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (let opening = openings.exec(text); opening; opening = openings.exec(text)) {
    const [marks] = opening;
    if (unclosed.has(marks)) continue;
    const inside = opening.index + marks.length;
    const end = marks.length < 3 ? endOfInline(text, marks, inside) : endOfFence(text, marks, inside);
    if (end === null) {
      unclosed.add(marks);
      continue;
    }
    kept += `${text.slice(from, opening.index)} `;
    from = end;
    openings.lastIndex = end;
  }
  return kept + text.slice(from);
}

function endOfInline(text: string, marks: string, inside: number): number | null {
  const runs = /`+/g;
  runs.lastIndex = inside;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    if (run[0] === marks) return runs.lastIndex;
  }
  return null;
}

function endOfFence(text: string, marks: string, inside: number): number {
  const closing = text.indexOf(marks, inside);
  return closing === -1 ? text.length : closing + marks.length;
}

/**
 * Matches `@` with a valid username. An e-mail address, or an `@` after a Latin letter, is no mention; Korean
 * and Japanese words may be adjacent on either side.
 */
const mention = /(?<![\w@./+-])@([a-z0-9](?:[a-z0-9_.]{0,28}[a-z0-9])?)(?![a-z0-9_]|[@.][a-z0-9])/gi;
const everyone = /(?<![\w@./+-])@(?:everyone(?![a-z0-9_.]*[a-z0-9_])|모두|全員)/i;

/** Returns the usernames that a text mentions, unique and in lower case. */
export function mentionsIn(text: string): string[] {
  const names = [...withoutCode(text).matchAll(mention)].map(([, name = '']) => name.toLowerCase());
  return [...new Set(names)]
    .filter((name) => name.length >= 3 && name !== 'everyone')
    .slice(0, communityLimits.mentions);
}

export function mentionsEveryone(text: string): boolean {
  return everyone.test(withoutCode(text));
}

export const linkKinds = ['resource', 'service'] as const;
export type LinkKind = (typeof linkKinds)[number];
const links =
  /(?:(https?:\/\/[^\s/<>"'()]+))?(?:\/(?:en|jp|ja))?\/(resources|services)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![\w-])/gi;

/** Returns the resources and services that a text links to, unique and in order. */
export function linksIn(text: string, origin: string): { kind: LinkKind; id: string }[] {
  const found = new Map<string, { kind: LinkKind; id: string }>();
  for (const [, host, word = '', id = ''] of withoutCode(text).matchAll(links)) {
    if (host !== undefined && host.toLowerCase() !== origin.toLowerCase()) continue;
    const kind = word.toLowerCase() === 'resources' ? 'resource' : 'service';
    found.set(`${kind} ${id.toLowerCase()}`, { kind, id: id.toLowerCase() });
  }
  return [...found.values()].slice(0, communityLimits.cards);
}

/** Folds a text for comparison: ignores width, case and invisible characters. */
export function foldWord(text: string): string {
  return foldText(text.normalize('NFKC')).replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
}

const latin = /^[\p{Script=Latin}\p{N}]$/u;

/**
 * Returns the banned words in a text. A word with a Latin letter at its edge matches only as a whole word
 * ("class" is no insult). Korean and Japanese words match anywhere, because endings follow without a space.
 */
export function bannedIn(text: string, words: readonly string[]): string[] {
  const folded = foldWord(text);
  return words.filter((word) => {
    const wanted = foldWord(word);
    if (wanted === '') return false;
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
      const before = Array.from(folded.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
      const after = Array.from(folded.slice(at + wanted.length, at + wanted.length + 2))[0] ?? '';
      const letters = [...wanted];
      const joinsBefore = latin.test(before) && latin.test(letters[0] ?? '');
      const joinsAfter = latin.test(after) && latin.test(letters.at(-1) ?? '');
      if (!joinsBefore && !joinsAfter) return true;
    }
    return false;
  });
}

/** Returns the title of a question without one: its first line. */
export function titleOf(text: string): string {
  const line =
    text
      .split('\n')
      .map((each) => each.replace(/^[\s#>*`~-]+/, '').trim())
      .find(isVisible) ?? '';
  return shortened(plainName(line), communityLimits.title, codePoints);
}

/** Normalises a tag: lower case, without `#`, words joined by a hyphen. */
export function tagOf(text: string): string {
  return foldText(plainName(text)).replace(/^#+/, '').trim().replaceAll(' ', '-');
}

/** Returns the remaining wait in slow mode, in whole seconds. */
export function slowModeWait(slowSeconds: number, lastAt: Date | null, now: Date): number {
  if (slowSeconds === 0 || lastAt === null) return 0;
  return Math.max(0, Math.ceil((lastAt.getTime() + slowSeconds * 1000 - now.getTime()) / 1000));
}

/** Path segment of the page for help, which no channel can have as its slug. */
export const helpSlug = 'help';

/**
 * Page to ask a question. Like the page for help, it accepts the subject in the address: `problem`,
 * `resource`, `step`.
 */
export const askPath = '/remote-support/questions/ask';

export function channelPath(slug: string): string {
  return `/remote-support/${slug}`;
}

/** Returns the path of a message: in its channel, or on the page of its question. */
export function messagePath(slug: string, seq: number): string {
  return `${channelPath(slug)}/${seq}`;
}

const englishWords =
  /\b(?:the|a|an|is|are|was|it|its|i|you|we|my|your|to|of|in|on|for|with|and|or|but|not|this|that|have|has|do|does|did|can|how|what|why|when|where|thanks?|please|yes|no|hello|hi)\b/gi;

/**
 * Guesses which of our languages a message is in; null if unsure. Names and code are Latin in all of them.
 */
export function talkLanguage(text: string): Locale | null {
  const words = text.replaceAll(/```[\s\S]*?```|`[^`]*`|https?:\/\/\S+|@[\w.-]+/g, ' ');
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0;
  const korean = count(/\p{Script=Hangul}+/gu);
  const japanese = count(/[\p{Script=Hiragana}\p{Script=Katakana}]+/gu);
  const english = count(englishWords);
  if (korean === 0 && japanese === 0) return english > 0 && !/(?!\p{ASCII})\p{L}/u.test(words) ? 'en' : null;
  if (english > Math.max(korean, japanese)) return 'en';
  return korean >= japanese ? 'ko' : 'ja';
}

/** Filters and orders of the staff tables. */
export const channelsTable = {
  filters: { kind: publicKinds, state: ['open', 'archived'] },
  sorts: ['position', 'name', 'busiest'],
} as const;
export const sanctionsTable = {
  filters: { kind: ['mute', 'ban'], place: ['everywhere', 'channel'] },
  sorts: ['newest', 'oldest', 'ending'],
} as const;
