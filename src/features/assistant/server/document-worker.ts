import type { Locale } from '#i18n/languages.ts';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { fromBufferPromise } from 'yauzl';
import type { Entry } from 'yauzl';
import { nameEntries, type NamedEntry } from '#platform/server/zip-entries.ts';
import { decodeText } from '#platform/shared/decode-text.ts';
import type { documentProblems } from '../rules.ts';
import { splitParts, splitSteps, type SplitPart, type SplitStep } from '../splitting.ts';
import { guidePassages, packed, passage, piecesOf } from './passages.ts';

/* Parses a document in a worker thread that is terminated after a timeout. Pages are posted as they are
   read, to show progress; the guide and its index come last. */

export type DocumentProblem = (typeof documentProblems)[number];
export type DocumentTask = {
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[];
  /** File of a resource that is read as a manual: only its pages are indexed. */
  manual?: string;
};
export type ReadPage = {
  page: number;
  kind: 'text' | 'picture' | 'pdf';
  /** Position of the file, from 0, and the path inside a ZIP. */
  file: number;
  entry: string | null;
  pdfPage: number | null;
  heading: string;
  text: string;
};
export type DocumentAnswer =
  | { pages: ReadPage[]; total: number }
  /** See `packed`. */
  | { passages: string }
  | {
      done: { pages: number; language: Locale; steps: SplitStep[]; parts: SplitPart[] };
    }
  /** `file` is the file that failed. */
  | { problem: DocumentProblem; file: string | null };

export const documentLimits = {
  pages: 1000,
  chars: 5_000_000,
  entries: 2000,
  /** Limits per file of a ZIP, and of everything unpacked. */
  entryBytes: 60 * 1024 * 1024,
  unpackedBytes: 300 * 1024 * 1024,
  /** Maximum compression ratio of larger files. */
  ratio: 200,
  ratioFromBytes: 5 * 1024 * 1024,
} as const;

class Unreadable extends Error {
  readonly problem: DocumentProblem;
  constructor(problem: DocumentProblem) {
    super(problem);
    this.problem = problem;
  }
}

const post = (answer: DocumentAnswer) => parentPort?.postMessage(answer, []);
const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
const pictures = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif']);
const texts = new Set(['md', 'txt', 'markdown', 'text']);
/** Files that operating systems add to archives. */
const isNoise = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)/i.test(name);

const all: ReadPage[] = [];
let current: string | null = null;
let expected = 0;
let chars = 0;

function add(page: Omit<ReadPage, 'page'>): void {
  chars += page.text.length;
  if (all.length >= documentLimits.pages) throw new Unreadable('too_many_pages');
  if (chars > documentLimits.chars) throw new Unreadable('too_much_text');
  // A page that ends at its maximum length may end inside a surrogate pair.
  const kept = { ...page, text: page.text.toWellFormed(), page: all.length + 1 };
  all.push(kept);
  post({ pages: [kept], total: Math.max(expected, all.length) });
}

/** Returns the first line, if it is short enough for a heading. */
function headingOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const plain = first.replace(/^#{1,6}\s*/, '').trim();
  return plain.length <= 80 ? plain : '';
}

const clean = (text: string) =>
  text
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- PostgreSQL stores no NUL, and the others are invisible
    .replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/g, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

/** Length of a page of a text without pages: readable at once, ending at a section or a paragraph. */
const pageChars = 3000;
function addText(file: number, entry: string | null, bytes: Uint8Array<ArrayBuffer>): void {
  const text = clean(decodeText(bytes));
  if (text.trim() === '') return;
  let page = '';
  const give = () => {
    if (page.trim() !== '')
      add({ kind: 'text', file, entry, pdfPage: null, heading: headingOf(page), text: page.trim() });
    page = '';
  };
  for (const block of text.split(/(?=^#{1,3}\s)|\n{2,}/m)) {
    if (page !== '' && (page.length + block.length > pageChars || /^#{1,2}\s/.test(block))) give();
    for (let at = 0; at < block.length; at += pageChars) {
      page += `${page === '' ? '' : '\n\n'}${block.slice(at, at + pageChars)}`;
      if (block.length > pageChars) give();
    }
  }
  give();
}

async function addPdf(file: number, entry: string | null, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const loading = getDocument({
    data: bytes,
    // Read only the text of a PDF: nothing in it is executed, fetched or rendered.
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    verbosity: VerbosityLevel.ERRORS,
  } as Parameters<typeof getDocument>[0]);
  try {
    const pdf = await loading.promise;
    if (all.length + pdf.numPages > documentLimits.pages) throw new Unreadable('too_many_pages');
    expected = Math.max(expected, all.length + pdf.numPages);
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = clean(
        items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''),
      ).trim();
      page.cleanup();
      add({ kind: 'pdf', file, entry, pdfPage: number, heading: headingOf(text), text });
    }
  } catch (error) {
    const { name } = error as Error;
    if (name === 'PasswordException') throw new Unreadable('encrypted');
    if (/InvalidPDF|MissingPDF|FormatError|UnknownError|XRef/.test(name)) throw new Unreadable('damaged');
    throw error;
  } finally {
    await loading.destroy();
  }
}

async function addZip(file: number, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  let zip: Awaited<ReturnType<typeof fromBufferPromise>>;
  const listed: Entry[] = [];
  let entries: NamedEntry[];
  try {
    zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    for await (const entry of zip.eachEntry()) {
      listed.push(entry);
      if (listed.length > documentLimits.entries) throw new Unreadable('bomb');
    }
    entries = nameEntries(listed);
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('damaged');
  }
  let unpacked = 0;
  let packedBytes = 0;
  const wanted = entries
    .filter((item) => !item.name.endsWith('/') && !isNoise(item.name))
    .filter((item) => {
      const extension = extensionOf(item.name);
      return extension === 'pdf' || texts.has(extension) || pictures.has(extension);
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  expected = wanted.length;
  for (const { name: path, entry } of wanted) {
    current = `${name} › ${path}`;
    // Bit 0: encrypted.
    if (entry.generalPurposeBitFlag & 1) throw new Unreadable('encrypted');
    unpacked += entry.uncompressedSize;
    packedBytes += entry.compressedSize;
    const isBomb =
      entry.uncompressedSize > documentLimits.entryBytes ||
      unpacked > documentLimits.unpackedBytes ||
      (unpacked > documentLimits.ratioFromBytes && unpacked > packedBytes * documentLimits.ratio);
    if (isBomb) throw new Unreadable('bomb');
    const extension = extensionOf(path);
    if (pictures.has(extension)) {
      add({
        kind: 'picture',
        file,
        entry: path,
        pdfPage: null,
        heading: nameOf(path),
        text: '',
      });
      continue;
    }
    let content: Buffer;
    try {
      content = await buffer(await zip.openReadStreamPromise(entry));
    } catch (error) {
      const isTooMuch = /too many bytes/.test((error as Error).message);
      throw new Unreadable(isTooMuch ? 'bomb' : 'damaged');
    }
    const own = new Uint8Array(content);
    if (extension === 'pdf') await addPdf(file, path, own);
    else addText(file, path, own);
  }
  current = name;
}

const nameOf = (path: string) => (path.split('/').at(-1) ?? path).replace(/\.[a-z0-9]+$/i, '');

function languageOf(text: string): Locale {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [korean, kana, latin] = [count(/[가-힣]/g), count(/[ぁ-ヺ]/g), count(/[a-z]/gi)];
  // A Korean manual has many Latin letters too; only Japanese uses kana.
  if (korean >= kana && korean * 4 > latin) return 'ko';
  return kana * 4 > latin ? 'ja' : 'en';
}

async function read({ files, manual }: DocumentTask): Promise<void> {
  for (const [file, { name, bytes }] of files.entries()) {
    current = name;
    const extension = extensionOf(name);
    if (extension === 'pdf') await addPdf(file, null, bytes);
    else if (extension === 'zip') await addZip(file, name, bytes);
    else if (texts.has(extension)) addText(file, null, bytes);
    else if (pictures.has(extension))
      add({ kind: 'picture', file, entry: null, pdfPage: null, heading: nameOf(name), text: '' });
  }
  if (files.length > 1) current = null;
  // A scan has pages without text: they can be viewed but not quoted.
  const shows = all.some(({ kind, text }) => kind !== 'text' || text !== '');
  if (!shows) throw new Unreadable('empty');
  const language = languageOf(
    all
      .map(({ text }) => text)
      .join('\n')
      .slice(0, 200_000),
  );
  const steps = manual === undefined ? splitSteps(all) : [];
  const parts = manual === undefined ? splitParts(all) : [];
  const [{ name = '' } = {}] = files;
  const pages = all.flatMap(({ page, heading, text }) =>
    piecesOf(text).map((piece) =>
      manual === undefined
        ? passage('page', heading, piece, { number: page })
        : passage('file', name, piece, { number: page, fileId: manual }),
    ),
  );
  const guide = guidePassages({
    steps: steps.map(({ title, text }) => ({ title, text })),
    parts,
    language,
  });
  for (const passages of packed([...guide, ...pages])) post({ passages });
  post({ done: { pages: all.length, language, steps, parts } });
}

try {
  await read(workerData as DocumentTask);
} catch (error) {
  post({ problem: error instanceof Unreadable ? error.problem : 'failed', file: current });
}
