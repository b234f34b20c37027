import type { Locale } from '#i18n/languages.ts';
import { foldText } from '#platform/shared/search-text.ts';

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
/** Everybody may read these; the others have members. */
export const publicKinds = ['announcements', 'introductions', 'questions', 'text', 'voice'] as const;

export function isPublicKind(kind: ChannelKind): boolean {
  return publicKinds.some((each) => each === kind);
}

/** Lengths are counted in code points. */
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
  /** Of one person in one channel; of more, the ones that were used longest ago are forgotten. */
  devices: 20,
  search: 100,
  blocks: 1000,
  channels: 100,
} as const;

export const messagesPerPage = 50;
export const questionsPerPage = 20;
export const foundPerPage = 20;

/** Unread messages are counted up to here; one more is told as "more than". */
export const mostUnread = 99;

/** Whoever is there says so this often, and is taken for gone after having said nothing for twice as long. */
export const presenceEveryMs = minuteMs;
/** "Is typing" is told this often while somebody types, and holds for twice as long. */
export const typingEveryMs = 3000;

export const sanctionKinds = ['mute', 'ban'] as const;

/** One emoji, as people see it: flags, skin tones and families are one. */
const emoji = /^\p{RGI_Emoji}$/v;
export const mostOfEmoji = 40;

export function isEmoji(text: string): boolean {
  return text.length <= mostOfEmoji && emoji.test(text);
}

/**
 * A text without its code, which names nobody and leads nowhere: what stands between as many backticks, and after three or more
 * backticks or tildes everything to where they stand again. What was looked for in vain is not looked for again.
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
 * A name of the accounts room's making. An address of a mail, and what follows a letter of the Latin alphabet, is no mention; a
 * Korean or Japanese word may stand right before it, or behind.
 */
const mention = /(?<![\w@./+-])@([a-z0-9](?:[a-z0-9_.]{0,28}[a-z0-9])?)(?![a-z0-9_]|[@.][a-z0-9])/gi;
const everyone = /(?<![\w@./+-])@(?:everyone(?![a-z0-9_.]*[a-z0-9_])|모두|全員)/i;

/** The usernames that a text mentions, in lower case, each once. */
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

/** Which resources and services of this place a text leads to, in its order, each once. */
export function linksIn(text: string, origin: string): { kind: LinkKind; id: string }[] {
  const found = new Map<string, { kind: LinkKind; id: string }>();
  for (const [, host, word = '', id = ''] of withoutCode(text).matchAll(links)) {
    if (host !== undefined && host.toLowerCase() !== origin.toLowerCase()) continue;
    const kind = word.toLowerCase() === 'resources' ? 'resource' : 'service';
    found.set(`${kind} ${id.toLowerCase()}`, { kind, id: id.toLowerCase() });
  }
  return [...found.values()].slice(0, communityLimits.cards);
}

/** How words are compared: width, case and what nobody sees make no difference. */
export function foldWord(text: string): string {
  return foldText(text.normalize('NFKC')).replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
}

const latin = /^[\p{Script=Latin}\p{N}]$/u;

/**
 * The banned words that a text has. A word that begins or ends in a Latin letter counts only where no other one stands beside it
 * ("class" is no insult); Korean and Japanese words count wherever they stand, because endings follow without a space.
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

/** What a question is called that came without a title: its first line. */
export function titleOf(text: string): string {
  const line =
    text
      .split('\n')
      .map((each) => each.replace(/^[\s#>*`~-]+/, '').trim())
      .find((each) => each !== '') ?? '';
  const letters = [...line];
  return letters.length <= communityLimits.title
    ? line
    : `${letters.slice(0, communityLimits.title - 1).join('')}…`;
}

/** Tags are compared as they are written down: lower case, without `#`, words joined by a hyphen. */
export function tagOf(text: string): string {
  return foldText(text).trim().replace(/^#+/, '').trim().replace(/\s+/g, '-');
}

/** How long somebody has still to wait in a channel in slow mode, in whole seconds. */
export function slowModeWait(slowSeconds: number, lastAt: Date | null, now: Date): number {
  if (slowSeconds === 0 || lastAt === null) return 0;
  return Math.max(0, Math.ceil((lastAt.getTime() + slowSeconds * 1000 - now.getTime()) / 1000));
}

/** Where help is asked for: no channel has this address. */
export const helpSlug = 'help';

/** Where a question is asked. As where help is asked for, the address may say what about: `problem`, `resource`, `step`. */
export const askPath = '/remote-support/questions/ask';

export function channelPath(slug: string): string {
  return `/remote-support/${slug}`;
}

/** Where a message is read: in its channel, or on the page of its question. */
export function messagePath(slug: string, seq: number): string {
  return `${channelPath(slug)}/${seq}`;
}

const englishWords =
  /\b(?:the|a|an|is|are|was|it|its|i|you|we|my|your|to|of|in|on|for|with|and|or|but|not|this|that|have|has|do|does|did|can|how|what|why|when|where|thanks?|please|yes|no|hello|hi)\b/gi;

/** The language of ours that somebody wrote in; null where that is not sure. Names and code are Latin in all of them. */
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

/** What the tables of staff can be narrowed down by. */
export const channelsTable = {
  filters: { kind: publicKinds, state: ['open', 'archived'] },
  sorts: ['position', 'name', 'busiest'],
} as const;
export const sanctionsTable = {
  filters: { kind: ['mute', 'ban'], place: ['everywhere', 'channel'] },
  sorts: ['newest', 'oldest', 'ending'],
} as const;
