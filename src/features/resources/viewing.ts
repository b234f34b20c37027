/** Kinds of files that can be viewed without downloading them. */

export const viewKinds = [
  'pdf',
  'picture',
  'audio',
  'video',
  'markdown',
  'text',
  'archive',
  'sliced',
] as const;
export type ViewKind = (typeof viewKinds)[number];

/**
 * Media types of files that are served for viewing. HTML and SVG may contain scripts: their source is served
 * as plain text.
 */
const seen: Record<string, { kind: ViewKind; mediaType: string }> = {
  pdf: { kind: 'pdf', mediaType: 'application/pdf' },
  png: { kind: 'picture', mediaType: 'image/png' },
  jpg: { kind: 'picture', mediaType: 'image/jpeg' },
  jpeg: { kind: 'picture', mediaType: 'image/jpeg' },
  gif: { kind: 'picture', mediaType: 'image/gif' },
  webp: { kind: 'picture', mediaType: 'image/webp' },
  heic: { kind: 'picture', mediaType: 'image/heic' },
  mp3: { kind: 'audio', mediaType: 'audio/mpeg' },
  ogg: { kind: 'audio', mediaType: 'audio/ogg' },
  wav: { kind: 'audio', mediaType: 'audio/wav' },
  mp4: { kind: 'video', mediaType: 'video/mp4' },
  webm: { kind: 'video', mediaType: 'video/webm' },
  mov: { kind: 'video', mediaType: 'video/quicktime' },
  vtt: { kind: 'text', mediaType: 'text/vtt; charset=utf-8' },
  md: { kind: 'markdown', mediaType: 'text/plain; charset=utf-8' },
  zip: { kind: 'archive', mediaType: 'application/zip' },
  bgcode: { kind: 'sliced', mediaType: 'application/octet-stream' },
};

/**
 * Files that are served as text; those with a language are highlighted. Bytes that are not UTF-8 stay as they
 * are.
 */
const sources: Record<string, string | null> = {
  txt: null,
  csv: null,
  log: null,
  gcode: null,
  gco: null,
  tsv: null,
  nc: null,
  ngc: null,
  hex: null,
  net: null,
  drl: null,
  xln: null,
  gbr: null,
  ger: null,
  gtl: null,
  gbl: null,
  gts: null,
  gbs: null,
  gto: null,
  gbo: null,
  gko: null,
  gm1: null,
  gml: null,
  g2: null,
  g3: null,
  kicad_pcb: null,
  kicad_sch: null,
  gitignore: null,
  ino: 'cpp',
  c: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  h: 'cpp',
  hpp: 'cpp',
  scad: 'cpp',
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  rs: 'rust',
  go: 'go',
  java: 'java',
  kt: 'java',
  cs: 'java',
  sh: 'bash',
  css: 'css',
  html: 'xml',
  htm: 'xml',
  xml: 'xml',
  svg: 'xml',
  json: 'json',
  ipynb: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'ini',
  ini: 'ini',
  cfg: 'ini',
  conf: 'ini',
};

/** Texts without an extension that are common in source archives. */
const bareTexts = /^(?:readme|license|licence|copying|makefile|dockerfile|changelog|authors|notice)$/i;

/** Layers of circuit boards in the Gerber format, and their holes. */
const layerEndings = 'gbr ger gtl gbl gts gbs gto gbo gko gm1 gml g2 g3 drl xln'.split(' ');
export const isBoardLayer = (name: string): boolean => layerEndings.includes(endingOf(name));
/** A board of KiCad has all of its layers in one file. */
export const isBoard = (name: string): boolean => isBoardLayer(name) || endingOf(name) === 'kicad_pcb';
export const isSvg = (name: string): boolean => endingOf(name) === 'svg';

export const isNotebook = (name: string): boolean => /\.ipynb$/i.test(name);

/** Longer texts are offered for download, because they would freeze the browser. */
export const maxTextBytes = 500_000;
/** Longer Markdown is shown as its source: rendering takes up to a second for every few hundred kilobytes. */
export const maxMarkdownBytes = 100_000;

/** Returns true if a text is rendered as Markdown. */
export const isLaidOut = (name: string, size: number): boolean =>
  viewOf(name)?.kind === 'markdown' && size <= maxMarkdownBytes;

/** Largest viewable file inside an archive, which is held in memory while it is sent. */
export const maxEntryBytes = 5 * 1024 * 1024;
/** Maximum number of listed entries of an archive; a larger archive is offered for download. */
export const maxListedEntries = 1000;

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function endingOf(path: string): string {
  const name = baseName(path);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}

const textType = 'text/plain; charset=utf-8';

/** Returns null for a file that can only be downloaded. */
export function viewOf(path: string): { kind: ViewKind; mediaType: string } | null {
  const ending = endingOf(path);
  if (Object.hasOwn(seen, ending)) return seen[ending] ?? null;
  const isText = Object.hasOwn(sources, ending) || bareTexts.test(baseName(path));
  return isText ? { kind: 'text', mediaType: textType } : null;
}

/** Returns how an entry of an archive can be viewed: small texts and pictures only. */
export function viewOfEntry(path: string, size: number): { kind: ViewKind; mediaType: string } | null {
  const view = viewOf(path);
  if (!view || size > maxEntryBytes) return null;
  return ['picture', 'markdown', 'text'].includes(view.kind) ? view : null;
}

/** Returns the language for highlighting a text; null for none. */
export function sourceLanguage(path: string): string | null {
  const ending = endingOf(path);
  return Object.hasOwn(sources, ending) ? (sources[ending] ?? null) : null;
}

/** Returns the README nearest to the root of an archive. */
export function findReadme(paths: readonly string[]): string | null {
  const [nearest] = paths
    .filter((path) => /^readme(?:\.(?:ko|en|ja))?(?:\.md|\.txt)?$/i.test(baseName(path)))
    .toSorted((a, b) => a.split('/').length - b.split('/').length || a.length - b.length);
  return nearest ?? null;
}

/** Resolves a relative reference in a text among the files next to it; null for one that points elsewhere. */
export function besides(path: string, reference: string): string | null {
  const [plain = ''] = reference.split(/[?#]/);
  if (plain === '' || plain.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(plain)) return null;
  let decoded: string;
  try {
    decoded = decodeURIComponent(plain);
  } catch {
    return null;
  }
  const parts = path.split('/').slice(0, -1);
  for (const part of decoded.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Returns the path of pdf.js, which contains its version so that it can be cached for ever. */
export function pdfLibraryPath(version: string): string {
  return `/api/reader/pdfjs/${version}/`;
}
