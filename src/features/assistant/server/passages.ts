import { textIn, type Locale, type Texts } from '#i18n/languages.ts';
import { meets, sentencesOf, termsOf, unitsOf, type Passage } from './retrieval.ts';

/** Step as a guide stores it. */
export type KeptStep = {
  title: string;
  text: string;
  minutes?: number;
  tools?: string[];
  warning?: string;
  imageId?: string;
  imageWidth?: number;
  imageHeight?: number;
  page?: number;
};
export type KeptPart = {
  name: string;
  quantity: number | null;
  partNumber?: string;
  url?: string;
  substitute?: string;
};

export type Language = Locale;
export type NewPassage = Omit<Passage, 'id'> & { changedAt?: Date };

/** Maximum length of a passage in characters; longer texts are split. */
const passageChars = 450;

export function passage(
  kind: Passage['kind'],
  heading: string,
  text: string,
  place: Partial<Pick<NewPassage, 'number' | 'fileId' | 'commentId' | 'messageId' | 'changedAt'>> = {},
): NewPassage {
  return {
    kind,
    // Truncation may have split a surrogate pair.
    heading: heading.toWellFormed(),
    text: text.toWellFormed(),
    number: null,
    fileId: null,
    commentId: null,
    messageId: null,
    ...place,
    terms: termsOf(`${heading}\n${text}`),
  };
}

/**
 * Batches of passages as JSON for the database. The worker posts strings, which are cheap to transfer;
 * objects of a long document would block the main thread for a tenth of a second.
 */
export function packed(passages: readonly NewPassage[]): string[] {
  return Array.from({ length: Math.ceil(passages.length / atOnce) }, (_, index) =>
    JSON.stringify(passages.slice(index * atOnce, (index + 1) * atOnce)),
  );
}
const atOnce = 50;

/** Splits long texts at the ends of sentences. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const sentence of sentencesOf(text)) {
    if (piece !== '' && piece.length + sentence.length > passageChars) {
      pieces.push(piece);
      piece = '';
    }
    // Cut a text without sentences.
    for (let at = 0; at < sentence.length; at += passageChars) {
      const cut = sentence.slice(at, at + passageChars);
      piece = piece === '' ? cut : `${piece}\n${cut}`;
      if (sentence.length > passageChars) {
        pieces.push(piece);
        piece = '';
      }
    }
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

const minutesWords: Texts<(minutes: number) => string> = {
  ko: (minutes) => `걸리는 시간: ${minutes}분`,
  en: (minutes) => `Time needed: ${minutes} minutes`,
  ja: (minutes) => `かかる時間: ${minutes}分`,
};
const toolsWords: Texts<string> = { ko: '준비할 도구', en: 'Tools', ja: '工具' };
const quantityWords: Texts<(count: number) => string> = {
  ko: (count) => `${count}개`,
  en: (count) => `quantity ${count}`,
  ja: (count) => `${count}個`,
};
const substituteWords: Texts<string> = {
  ko: '대신 쓸 수 있는 것',
  en: 'Substitute',
  ja: '代わり',
};
const partNumberWords: Texts<string> = { ko: '부품 번호', en: 'Part number', ja: '型番' };

/** Returns the text of a step as it is quoted, with its fields in words. */
export function stepText(step: KeptStep, language: Language): string {
  return [
    step.text,
    step.warning,
    step.tools?.length ? `${textIn(toolsWords, language)}: ${step.tools.join(', ')}` : undefined,
    step.minutes ? textIn(minutesWords, language)(step.minutes) : undefined,
  ]
    .filter((line) => line !== undefined && line !== '')
    .join('\n');
}

export function partText(part: KeptPart, language: Language): string {
  return [
    part.quantity === null ? part.name : `${part.name}: ${textIn(quantityWords, language)(part.quantity)}`,
    part.partNumber && `${textIn(partNumberWords, language)}: ${part.partNumber}`,
    part.substitute && `${textIn(substituteWords, language)}: ${part.substitute}`,
  ]
    .filter(Boolean)
    .join('\n');
}

export function guidePassages(guide: {
  steps: readonly KeptStep[];
  parts: readonly KeptPart[];
  language: Language;
}): NewPassage[] {
  const { steps, parts, language } = guide;
  return [
    ...steps.flatMap((step, index) =>
      piecesOf(stepText(step, language)).map((text) =>
        passage('step', step.title, text, { number: index + 1 }),
      ),
    ),
    ...parts.map((part, index) =>
      passage('part', part.name, partText(part, language), { number: index + 1 }),
    ),
  ];
}

/** Returns the parts, counted from 1, that a step mentions by a distinctive word of their names. */
export function namedParts(step: KeptStep, parts: readonly KeptPart[]): number[] {
  const terms = new Set(termsOf(`${step.title}\n${step.text}`));
  return parts.flatMap((part, index) => {
    const telling = unitsOf(part.name).filter(({ whole }) => /^[a-z]*\d|[^\d.,/]{2,}/.test(whole));
    return telling.some((unit) => meets(unit, terms) >= 0.9) ? [index + 1] : [];
  });
}
