import type { Locale } from '#i18n/languages.ts';
import { asCategory } from '#platform/shared/categories.ts';
import { beginningOf, codeUnits, shortened } from '#platform/shared/graphemes.ts';
import { plainName } from '#platform/shared/visible-text.ts';
import MarkdownIt, { type Token } from 'markdown-it';
import { limits, type Category } from './rules.ts';
import { findReadme } from './viewing.ts';

/** Use of each file of an archive. Paths are as in the archive. */
export type ImportPlan = {
  /** Common top folder, as in archives of repositories; '' for none. */
  root: string;
  category: Category;
  readme: string | null;
  license: string | null;
  parts: string | null;
  pictures: string[];
  files: string[];
};

type Entry = { name: string; size: number };

const maxPictures = 6;
const maxFiles = 19;
export const maxTextBytes = 200_000;

/** Extensions by which an archive's category is recognised, the surest first. */
const endings: Partial<Record<Category, string[]>> = {
  ai_model: ['safetensors', 'onnx', 'gguf', 'tflite', 'keras'],
  flash_game: ['swf'],
  hardware_design: ['kicad_pcb', 'kicad_sch', 'brd', 'sch', 'gbr', 'drl'],
  '3d_model': ['stl', 'obj', '3mf', 'glb', 'ply', 'amf', 'step', 'stp', 'f3d', 'fcstd', 'scad'],
  software: ['py', 'js', 'ts', 'rs', 'c', 'cpp', 'go', 'java', 'ino', 'hex', 'uf2', 'bin'],
  free_content: ['pdf', 'mp3', 'wav', 'mp4', 'ttf', 'otf'],
};

/**
 * Extensions of files that are attached on their own. All others stay in the archive, which is attached as a
 * file too.
 */
const opened = new Set(
  Object.entries(endings).flatMap(([category, each]) => (category === 'software' ? ['hex', 'uf2'] : each)),
);

const pictureEndings = new Set(['png', 'jpg', 'jpeg', 'gif']);
const passedOverNames = new Set(
  'node_modules __macosx test tests vendor third_party icon icons badge badges'.split(' '),
);
const isPassedOver = (path: string) =>
  path
    .toLowerCase()
    .split('/')
    .some((name) => passedOverNames.has(name) || (name.length > 1 && name.startsWith('.')));
const pictureFolders = /(^|\/)(images?|img|photos?|pictures?|pics|screenshots?|media|docs?|assets)\//i;

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const depth = (path: string) => path.split('/').length;
function endingOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

const isLicense = (name: string) => /^(?:license|licence|copying)(?:[.-][a-z0-9.-]+)?$/i.test(name);
/** Tables, workbooks and XML of KiCad whose names say that they list parts. */
function isPartsList(name: string): boolean {
  const [, plain, ending = ''] = /^(.*)\.(csv|tsv|xlsx|xml|txt)$/i.exec(name) ?? [];
  if (plain === undefined) return false;
  if (/부품|部品表|部品リスト|部材/.test(plain)) return true;
  return /txt/i.test(ending)
    ? /(?:^|[_ .-])bom$/i.test(plain)
    : /(?:^|[_ .-])(?:bom|parts?|parts[_-]?list)$|^bom[_ .-]/i.test(plain);
}

function commonFolder(names: readonly string[]): string {
  const [first = ''] = names;
  const folder = first.includes('/') ? first.slice(0, first.indexOf('/') + 1) : '';
  return folder !== '' && names.every((name) => name.startsWith(folder)) ? folder : '';
}

export function planImport(
  all: readonly Entry[],
  most: { pictureBytes: number; fileBytes: number },
): ImportPlan {
  const root = commonFolder(all.map(({ name }) => name));
  const entries = all.filter(({ name, size }) => size > 0 && !isPassedOver(name.slice(root.length)));
  const nearest = (fits: (name: string) => boolean, maxBytes: number) =>
    entries
      .filter(({ name, size }) => size <= maxBytes && fits(baseName(name)))
      .map(({ name }) => name)
      .toSorted((a, b) => depth(a) - depth(b) || a.localeCompare(b))[0] ?? null;
  const texts = entries.filter(({ size }) => size <= maxTextBytes).map(({ name }) => name);
  const ofEnding = (wanted: readonly string[]) =>
    entries.filter(({ name }) => wanted.includes(endingOf(name))).length;
  const parts = nearest(isPartsList, maxTextBytes);
  return {
    root,
    category: categoryOf(ofEnding, parts !== null),
    readme: findReadme(texts),
    license: nearest(isLicense, maxTextBytes),
    parts,
    pictures: entries
      .filter(({ name, size }) => pictureEndings.has(endingOf(name)) && size <= most.pictureBytes)
      .toSorted(
        (a, b) =>
          Number(pictureFolders.test(b.name)) - Number(pictureFolders.test(a.name)) || b.size - a.size,
      )
      .slice(0, maxPictures)
      .map(({ name }) => name),
    files: entries
      .filter(({ name, size }) => opened.has(endingOf(name)) && size <= most.fileBytes)
      .map(({ name }) => name)
      .toSorted((a, b) => depth(a) - depth(b) || a.localeCompare(b))
      .slice(0, maxFiles),
  };
}

function categoryOf(count: (names: readonly string[]) => number, hasParts: boolean): Category {
  for (const [category, each] of Object.entries(endings)) {
    if (count(each) > 0 || (category === 'hardware_design' && hasParts)) return asCategory(category);
  }
  return 'other';
}

/** Returns the base name of each file, with folders where two base names are equal. */
export function plainNames(paths: readonly string[], root: string): Map<string, string> {
  const times = new Map<string, number>();
  for (const path of paths) {
    const key = baseName(path).toLowerCase();
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return new Map(
    paths.map((path) => [
      path,
      times.get(baseName(path).toLowerCase()) === 1
        ? baseName(path)
        : path.slice(root.length).replaceAll('/', '-'),
    ]),
  );
}

const parser = new MarkdownIt({ html: true });
const stepsHeading =
  /assembl|build|instruction|how to make|조립|만드는|만들기|제작|組み立て|組立|作り方|手順/i;

/**
 * Parses a README: its title, the rest as Markdown without HTML and pictures, and the numbered list below a
 * heading about assembly.
 */
export function readReadme(markdown: string): { title: string; text: string; steps: string[] } {
  const tokens = parser.parse(markdown, {});
  const lines = markdown.replaceAll(/\r\n?/g, '\n').split('\n');
  const blocks: string[] = [];
  const steps: string[] = [];
  let collected = 0;
  let title = '';
  let inSteps = false;
  let listDepth = 0;
  let isNumbered = false;
  for (const [index, token] of tokens.entries()) {
    if (token.level === 0 && token.nesting >= 0) {
      const words = token.type === 'heading_open' ? wordsOf(tokens[index + 1]?.children ?? []) : '';
      if (words !== '') inSteps = title !== '' && stepsHeading.test(words);
      if (words !== '' && title === '') title = plainName(words);
      else if (collected <= limits.description) {
        const block = words === '' ? blockOf(token, lines) : `${'#'.repeat(Number(token.tag[1]))} ${words}`;
        blocks.push(block);
        collected += block.length;
      }
    }
    if (token.type === 'ordered_list_open') isNumbered = true;
    if (token.type.endsWith('_list_open')) listDepth += 1;
    if (token.type.endsWith('_list_close')) listDepth -= 1;
    if (token.type === 'bullet_list_open' && listDepth === 1) isNumbered = false;
    if (token.type !== 'inline' || !inSteps || !isNumbered || listDepth !== 1) continue;
    const step = wordsOf(token.children ?? []);
    if (step !== '' && tokens[index - 1]?.type === 'paragraph_open') steps.push(step);
  }
  const text = blocks.filter((block) => block !== '').join('\n\n');
  return {
    title: beginningOf(title, limits.title, codeUnits),
    text: shortened(text, limits.description, codeUnits),
    steps: steps.slice(0, limits.steps),
  };
}

/** Twice the limit of the description, because HTML and pictures are still to be removed. */
const maxOfBlock = 2 * limits.description;

/** Returns a block as it was written, with wrapped lines joined: in a form every line break counts. */
function blockOf({ type, map, content, info }: Token, lines: readonly string[]): string {
  if (type === 'html_block' || !map) return '';
  if (type === 'fence' || type === 'code_block') return `\`\`\`${info}\n${content.trimEnd()}\n\`\`\``;
  const source = lines
    .slice(...map)
    .join('\n')
    .slice(0, maxOfBlock);
  if (source.includes('```')) return source.trim();
  const plain = source
    .split(/((?<!`)`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutHtml(part)))
    .join('')
    .trim();
  return type === 'table_open' ? plain : plain.replaceAll(wrapped, ' ');
}

/** Matches a break inside a paragraph; not a hard break, and not before a list item. */
const wrapped = /(?<!\n|  |\\)\n[ \t]*(?=[^\s>*+-]|[*+-]\S)(?!\d+[.)] )/g;

/** Each pattern stops where the same tag opens again, so that many unclosed tags take linear time. */
function withoutHtml(text: string): string {
  return text
    .replaceAll(/\[?!\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)(?:\]\([^()]*\))?/g, '')
    .replaceAll(/<!--(?:(?!<!--)[^])*?-->/g, '')
    .replaceAll(/<\/?[a-z](?![a-z+.-]*:)[^<>]*>/gi, '');
}

function wordsOf(tokens: readonly { type: string; content: string }[]): string {
  return tokens
    .map(({ type, content }) => {
      if (type === 'text' || type === 'code_inline') return content;
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Derives a title from the name of an archive: "drone-arm-v1.2-main.zip" becomes "drone arm". */
export function titleOfArchive(name: string): string {
  const title = plainName(name)
    .replace(/\/$/, '')
    .replace(/\.(zip|tar\.gz|tgz|tar|gz)$/i, '')
    .replace(/[-_.](main|master|develop|trunk)$/i, '')
    .replace(/(?:[-_]|(?<!\d)\.)v?\d+(\.\d+)*$/i, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  return beginningOf(title, limits.title, codeUnits).trim();
}

/** Returns the supported language that most of a text is in. */
export function languageOf(text: string): Locale {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const hangul = count(/[\uAC00-\uD7A3]/g);
  const kana = count(/[\u3040-\u30FF]/g);
  if (hangul === 0 && kana === 0) return 'en';
  return hangul >= kana ? 'ko' : 'ja';
}
