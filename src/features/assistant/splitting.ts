import { trimEndOf } from '#platform/shared/trimming.ts';
import { assistantLimits } from './rules.ts';

/** Page of a document, in order. */
export type ReadPage = { page: number; heading: string; text: string };
export type SplitStep = { title: string; text: string; page: number | null };
export type SplitPart = { name: string; quantity: number | null };

/** Matches "3. …", "3) …", "③ …", "Step 3: …", "3단계 …", "手順3 …", with or without Markdown before it. */
const stepLine =
  /^(?:#{1,6}\s?|\*{2}|[-*]\s)?(?:(?:step|schritt)\s?(\d{1,3})\s?[.:)\-–—]?|(\d{1,3})\s?단계\s?[.:)\-–—]?|(?:手順|ステップ|工程)\s?(\d{1,3})\s?[.:：)）\-–—]?|(\d{1,3})\s?[.)．）]\s(?=\S)|(\d{1,3})[.．](?=[^\d\s])|([①-⑳]))/i;
const partsHeading =
  /^(?:#{1,6}\s?|\*{2})?(?:[\dA-Z][.)]\s?)?(?:부품(?:\s?(?:목록|표|리스트))?|준비물|필요한\s?(?:것|부품|재료)|재료|구성품|parts?(?:\s?list)?|bill of materials|bom|components|materials|what you(?:'ll)? need|部品(?:表|リスト|一覧)?|材料|用意するもの|必要なもの|同梱品)\s?(?:\*{2})?\s?[:：]?$/i;
const heading = /^#{1,6}\s\S/;

/** Collapses spaces and tabs: without that, the patterns here would take quadratic time. */
const squeezed = (line: string) =>
  line.trim().replaceAll(/\s+/g, (spaces) => (spaces.includes('\t') ? '\t' : ' '));

function numberOf(match: RegExpExecArray): number {
  const digits = match.slice(1, 6).find((each) => each !== undefined);
  if (digits !== undefined) return Number(digits);
  return (match[6]?.codePointAt(0) ?? 0x2460) - 0x245f;
}

const isTitle = (line: string) => line.trim().length <= 40 && !/[.!?。！？,:;다요]$/.test(line.trim());
const plain = (text: string) =>
  text
    .replaceAll(/\*{2}|__|`/g, '')
    .replace(/^#{1,6}\s*/, '')
    .trim();

/**
 * Finds the ordered steps of a text: lines numbered from one. The longest run wins, so that a numbered table
 * of contents does not count. Empty if nothing is numbered.
 */
export function splitSteps(pages: readonly ReadPage[]): SplitStep[] {
  const lines = pages.flatMap(({ page, text }) =>
    text
      .trim()
      .split('\n')
      .map((line, index) => ({ page, line, isTop: index === 0 })),
  );
  type Run = { steps: { title: string; body: string[]; page: number }[]; size: number };
  const done: Run[] = [];
  let run: Run | null = null;
  let isOpen = false;
  for (const { page, line, isTop } of lines) {
    const words = squeezed(line);
    const match = stepLine.exec(words);
    const number = match ? numberOf(match) : null;
    if (match && number === 1) {
      run = { steps: [], size: 0 };
      done.push(run);
    }
    if (match && run && number === run.steps.length + 1) {
      run.steps.push({ title: plain(words.slice(match[0].length).trim()), body: [], page });
      isOpen = true;
    } else if (run && isOpen) {
      // A heading ends the last step.
      if (heading.test(words) && !match) isOpen = false;
      else if (partsHeading.test(words)) isOpen = false;
      // A page with a title of its own begins something else.
      else if (isTop && page !== run.steps.at(-1)?.page && isTitle(line)) isOpen = false;
      else {
        run.steps.at(-1)?.body.push(line.trim());
        run.size += line.trim().length;
      }
    }
  }
  const best = done
    .filter(({ steps }) => steps.length >= 2)
    .toSorted((a, b) => b.steps.length - a.steps.length || b.size - a.size)[0];
  if (!best) return [];
  return best.steps.slice(0, assistantLimits.steps).map(({ title, body, page }) => {
    const text = plain(body.join('\n').replaceAll(/\n{3,}/g, '\n\n'));
    // One long line is the step itself and no title.
    const isSentence = title.length > 60 || (text === '' && title.length > 24);
    return {
      title: isSentence ? '' : title,
      text: (isSentence ? [title, text].filter(Boolean).join('\n') : text || title).slice(
        0,
        assistantLimits.stepText,
      ),
      page,
    };
  });
}

const amount =
  /(?:[x×*✕]\s?(\d{1,5})|(\d{1,5})\s?(?:개|ea|pcs?|pieces?|장|벌|세트|個|枚|本|台)|[:：|,\t]\s?(\d{1,5})\s?\|?)$/i;
const amountInFront = /^(\d{1,5})\s?(?:[x×*✕]|개|ea|pcs?)?\s(?=\D)/i;

/** Finds the parts under a heading for parts: one per line, with the quantity if there is one. */
export function splitParts(pages: readonly ReadPage[]): SplitPart[] {
  const parts: SplitPart[] = [];
  let isOpen = false;
  let blank = 0;
  for (const line of pages.flatMap(({ text }) => text.split('\n'))) {
    const cells = squeezed(line);
    if (partsHeading.test(cells)) {
      isOpen = true;
      blank = 0;
      continue;
    }
    if (!isOpen) continue;
    if (cells === '') {
      blank += 1;
      if (blank > 1 && parts.length > 0) isOpen = false;
      continue;
    }
    blank = 0;
    if (heading.test(cells) || (stepLine.test(cells) && parts.length > 0 && !/^[-*]/.test(cells))) {
      isOpen = false;
      continue;
    }
    // Separator and header rows of a table.
    if (/^[|\s:\-–—]+$/.test(cells) || /수량|quantity|qty|個数|数量/i.test(cells)) continue;
    const text = plain(
      cells
        .replace(/^[-*•·・▪◦]\s*/, '')
        .replaceAll(/^\||\|$/g, '')
        .trim(),
    );
    const after = amount.exec(text);
    const before = after ? null : amountInFront.exec(text);
    const quantity = after?.[1] ?? after?.[2] ?? after?.[3] ?? before?.[1];
    const named = after ? text.slice(0, after.index) : before ? text.slice(before[0].length) : text;
    const name = trimEndOf(named.replaceAll(/\s?\|\s?/g, ' '), /[\s,:：\-–—]/).trim();
    if (name === '' || name.length > 120) continue;
    parts.push({ name, quantity: quantity === undefined ? null : Number(quantity) });
    if (parts.length >= assistantLimits.parts) break;
  }
  return parts;
}
