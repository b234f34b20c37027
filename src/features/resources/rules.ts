export const categories = [
  'hardware_design',
  'software',
  'ai_model',
  '3d_model',
  'free_content',
  'flash_game',
  'other',
] as const;
export type Category = (typeof categories)[number];

/** What the database may hold is any text; what people are shown is one of ours. */
export function asCategory(value: string): Category {
  return categories.find((category) => category === value) ?? 'other';
}

/** Licences offered in the form; SPDX identifiers, except for the last. */
export const licenses = [
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'CC0-1.0',
  'MIT',
  'Apache-2.0',
  'BSD-3-Clause',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'LGPL-3.0-only',
  'AGPL-3.0-only',
  'MPL-2.0',
  'CERN-OHL-P-2.0',
  'CERN-OHL-S-2.0',
  'CERN-OHL-W-2.0',
  'OFL-1.1',
  'all-rights-reserved',
] as const;

export const pageSize = 32;
/** Suggestions shown while someone types. */
export const mostSuggestions = 8;
export const mostPerPage = 1000;
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
  search: 200,
  license: 60,
  fileType: 20,
  imageBytes: 5 * 1024 * 1024,
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
    const numbered = /^\s*\d{1,3}\s*[.)]\s+(.*)$/.exec(line);
    if (numbered || steps.length === 0) steps.push((numbered?.[1] ?? line).trim());
    else steps[steps.length - 1] += `\n${line.trim()}`;
  }
  return steps
    .map((step) => step.trim())
    .filter(Boolean)
    .map((step) => ({ title: '', text: step }));
}

/** What a download click leads to: product.md §4, before the server is asked whether it redirects. */
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

/** What kinds of bytes an extension may hold; `text` must be readable text, `any` has no telling signature. */
const fileTypes: Record<string, { mediaType: string; content: readonly string[] | 'text' | 'any' }> = {
  stl: { mediaType: 'model/stl', content: 'any' },
  obj: { mediaType: 'model/obj', content: 'text' },
  '3mf': { mediaType: 'model/3mf', content: ['3mf', 'zip'] },
  glb: { mediaType: 'model/gltf-binary', content: ['glb'] },
  gltf: { mediaType: 'model/gltf+json', content: 'text' },
  step: { mediaType: 'model/step', content: 'text' },
  stp: { mediaType: 'model/step', content: 'text' },
  iges: { mediaType: 'model/iges', content: 'text' },
  igs: { mediaType: 'model/iges', content: 'text' },
  scad: { mediaType: 'text/plain', content: 'text' },
  fcstd: { mediaType: 'application/zip', content: ['zip'] },
  f3d: { mediaType: 'application/octet-stream', content: 'any' },
  blend: { mediaType: 'application/octet-stream', content: 'any' },
  dxf: { mediaType: 'image/vnd.dxf', content: 'any' },
  dwg: { mediaType: 'image/vnd.dwg', content: 'any' },
  gcode: { mediaType: 'text/x.gcode', content: 'text' },
  svg: { mediaType: 'image/svg+xml', content: 'text' },
  pdf: { mediaType: 'application/pdf', content: ['pdf', 'ai'] },
  zip: { mediaType: 'application/zip', content: ['zip', 'jar', '3mf', 'docx', 'xlsx', 'epub', 'apk'] },
  '7z': { mediaType: 'application/x-7z-compressed', content: ['7z'] },
  gz: { mediaType: 'application/gzip', content: ['gz', 'tar.gz'] },
  tgz: { mediaType: 'application/gzip', content: ['gz', 'tar.gz'] },
  tar: { mediaType: 'application/x-tar', content: ['tar'] },
  kicad_pcb: { mediaType: 'text/plain', content: 'text' },
  kicad_sch: { mediaType: 'text/plain', content: 'text' },
  kicad_pro: { mediaType: 'application/json', content: 'text' },
  sch: { mediaType: 'text/plain', content: 'any' },
  brd: { mediaType: 'text/plain', content: 'any' },
  gbr: { mediaType: 'text/plain', content: 'text' },
  drl: { mediaType: 'text/plain', content: 'text' },
  net: { mediaType: 'text/plain', content: 'text' },
  ino: { mediaType: 'text/plain', content: 'text' },
  c: { mediaType: 'text/plain', content: 'text' },
  cpp: { mediaType: 'text/plain', content: 'text' },
  h: { mediaType: 'text/plain', content: 'text' },
  py: { mediaType: 'text/plain', content: 'text' },
  js: { mediaType: 'text/plain', content: 'text' },
  ts: { mediaType: 'text/plain', content: 'text' },
  rs: { mediaType: 'text/plain', content: 'text' },
  html: { mediaType: 'text/html', content: 'text' },
  json: { mediaType: 'application/json', content: 'text' },
  yaml: { mediaType: 'text/plain', content: 'text' },
  yml: { mediaType: 'text/plain', content: 'text' },
  csv: { mediaType: 'text/csv', content: 'text' },
  txt: { mediaType: 'text/plain', content: 'text' },
  md: { mediaType: 'text/markdown', content: 'text' },
  hex: { mediaType: 'text/plain', content: 'text' },
  bin: { mediaType: 'application/octet-stream', content: 'any' },
  uf2: { mediaType: 'application/octet-stream', content: 'any' },
  safetensors: { mediaType: 'application/octet-stream', content: 'any' },
  onnx: { mediaType: 'application/octet-stream', content: 'any' },
  gguf: { mediaType: 'application/octet-stream', content: 'any' },
  tflite: { mediaType: 'application/octet-stream', content: 'any' },
  npz: { mediaType: 'application/zip', content: ['zip'] },
  swf: { mediaType: 'application/x-shockwave-flash', content: ['swf'] },
  png: { mediaType: 'image/png', content: ['png', 'apng'] },
  jpg: { mediaType: 'image/jpeg', content: ['jpg'] },
  jpeg: { mediaType: 'image/jpeg', content: ['jpg'] },
  gif: { mediaType: 'image/gif', content: ['gif'] },
  webp: { mediaType: 'image/webp', content: ['webp'] },
  mp3: { mediaType: 'audio/mpeg', content: ['mp3'] },
  ogg: { mediaType: 'audio/ogg', content: ['ogg', 'oga', 'ogv', 'opus'] },
  wav: { mediaType: 'audio/wav', content: ['wav'] },
  mp4: { mediaType: 'video/mp4', content: ['mp4', 'm4v'] },
  webm: { mediaType: 'video/webm', content: ['webm'] },
  ttf: { mediaType: 'font/ttf', content: ['ttf'] },
  otf: { mediaType: 'font/otf', content: ['otf'] },
};

/** For the form's file chooser. */
export const acceptedExtensions = Object.keys(fileTypes).map((extension) => `.${extension}`);

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** A plain name: no folder, no trick, something that every file system can hold. */
export function isPlainFileName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= 200 &&
    !/[/\\<>:"|?*\u0000-\u001F\u007F]/.test(name) &&
    // These turn the reading direction around, and "gnp.exe" into "exe.png".
    !/[\u202A-\u202E\u2066-\u2069]/.test(name) &&
    !name.startsWith('.') &&
    !/[. ]$/.test(name)
  );
}

export function mediaTypeOf(name: string): string | null {
  return fileTypes[extensionOf(name)]?.mediaType ?? null;
}

/**
 * Whether a file's first bytes are what its extension promises. `detected` is the extension that the content
 * itself shows, or null when it shows none.
 */
export function contentFits(name: string, head: Uint8Array, detected: string | null): boolean {
  const content = fileTypes[extensionOf(name)]?.content;
  if (content === undefined) return false;
  if (content === 'any') return detected === null || !executables.has(detected);
  if (content === 'text') return head.every(isTextByte);
  return detected !== null && content.includes(detected);
}

/**
 * Signatures are no help with text: "BM" begins a bitmap as well as a note on a BME280. What text never holds, in
 * any encoding but UTF-16, are control characters; tab to carriage return, DOS's end of file and escape are text.
 */
function isTextByte(byte: number): boolean {
  return byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1a || byte === 0x1b;
}

const executables = new Set(['exe', 'elf', 'macho', 'msi', 'dmg', 'deb', 'rpm', 'html', 'apk', 'cab', 'lnk']);
