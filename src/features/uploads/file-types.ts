import { bgcodeMagic } from '#platform/shared/bgcode.ts';

/** Allowed content of each extension; `text` must be readable text, `any` has no typical signature. */
const fileTypes: Record<string, { mediaType: string; content: readonly string[] | 'text' | 'any' }> = {
  stl: { mediaType: 'model/stl', content: 'any' },
  obj: { mediaType: 'model/obj', content: 'text' },
  '3mf': { mediaType: 'model/3mf', content: ['3mf', 'zip'] },
  glb: { mediaType: 'model/gltf-binary', content: ['glb'] },
  gltf: { mediaType: 'model/gltf+json', content: 'text' },
  ply: { mediaType: 'model/x-ply', content: 'any' },
  amf: { mediaType: 'application/x-amf', content: 'any' },
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
  bgcode: { mediaType: 'application/x-bgcode', content: ['bgcode'] },
  gco: { mediaType: 'text/x.gcode', content: 'text' },
  nc: { mediaType: 'text/x.gcode', content: 'text' },
  ngc: { mediaType: 'text/x.gcode', content: 'text' },
  svg: { mediaType: 'image/svg+xml', content: 'text' },
  pdf: { mediaType: 'application/pdf', content: ['pdf', 'ai'] },
  zip: { mediaType: 'application/zip', content: ['zip', 'jar', '3mf', 'docx', 'xlsx', 'epub', 'apk'] },
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
  ger: { mediaType: 'text/plain', content: 'text' },
  gtl: { mediaType: 'text/plain', content: 'text' },
  gbl: { mediaType: 'text/plain', content: 'text' },
  gts: { mediaType: 'text/plain', content: 'text' },
  gbs: { mediaType: 'text/plain', content: 'text' },
  gto: { mediaType: 'text/plain', content: 'text' },
  gbo: { mediaType: 'text/plain', content: 'text' },
  gko: { mediaType: 'text/plain', content: 'text' },
  gm1: { mediaType: 'text/plain', content: 'text' },
  xln: { mediaType: 'text/plain', content: 'text' },
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
  ipynb: { mediaType: 'application/json', content: 'text' },
  yaml: { mediaType: 'text/plain', content: 'text' },
  yml: { mediaType: 'text/plain', content: 'text' },
  csv: { mediaType: 'text/csv', content: 'text' },
  tsv: { mediaType: 'text/tab-separated-values', content: 'text' },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: ['xlsx', 'zip'],
  },
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
  keras: { mediaType: 'application/zip', content: ['zip'] },
  swf: { mediaType: 'application/x-shockwave-flash', content: ['swf'] },
  png: { mediaType: 'image/png', content: ['png', 'apng'] },
  jpg: { mediaType: 'image/jpeg', content: ['jpg'] },
  jpeg: { mediaType: 'image/jpeg', content: ['jpg'] },
  gif: { mediaType: 'image/gif', content: ['gif'] },
  webp: { mediaType: 'image/webp', content: ['webp'] },
  heic: { mediaType: 'image/heic', content: ['heic', 'heif'] },
  mp3: { mediaType: 'audio/mpeg', content: ['mp3'] },
  ogg: { mediaType: 'audio/ogg', content: ['ogg', 'oga', 'ogv', 'opus'] },
  wav: { mediaType: 'audio/wav', content: ['wav'] },
  mp4: { mediaType: 'video/mp4', content: ['mp4', 'm4v'] },
  webm: { mediaType: 'video/webm', content: ['webm'] },
  mov: { mediaType: 'video/quicktime', content: ['mov', 'mp4', 'm4v'] },
  vtt: { mediaType: 'text/vtt', content: 'text' },
  ttf: { mediaType: 'font/ttf', content: ['ttf'] },
  otf: { mediaType: 'font/otf', content: ['otf'] },
};

/** Extensions for the file chooser of the form. */
export const acceptedExtensions = Object.keys(fileTypes).map((extension) => `.${extension}`);

export function mediaTypeOf(name: string): string | null {
  return fileTypes[extensionOf(name)]?.mediaType ?? null;
}

export function isText(name: string): boolean {
  return fileTypes[extensionOf(name)]?.content === 'text';
}

/**
 * Returns whether a file's first bytes fit its extension. `detected` is the extension of the detected content, or
 * null.
 */
export function contentFits(name: string, head: Uint8Array, detected: string | null): boolean {
  const content = fileTypes[extensionOf(name)]?.content;
  if (content === undefined) return false;
  if (content === 'any') return detected === null || !executables.has(detected);
  if (content === 'text') return head.every(isTextByte) || (inUtf16.has(extensionOf(name)) && isUtf16(head));
  const begins = (word: string) => String.fromCharCode(...head.subarray(0, word.length)) === word;
  // Flash Player 11 compresses films in a third way.
  if (content.includes('swf') && detected === null) return begins('ZWS');
  if (content.includes('bgcode')) return begins(bgcodeMagic);
  return detected !== null && content.includes(detected);
}

/**
 * Returns whether a byte occurs in text. Signatures do not help: "BM" begins a bitmap as well as a note on a BME280.
 * Text in any encoding but UTF-16 has no control characters except tab to carriage return, DOS's end of file and
 * escape.
 */
function isTextByte(byte: number): boolean {
  return byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1a || byte === 0x1b;
}

/** Texts that Excel writes in UTF-16 ("Unicode text"). Everything else that is text has no reason to be. */
const inUtf16 = new Set(['csv', 'tsv', 'txt']);

/** Returns whether bytes are text in UTF-16, with its byte order mark. */
function isUtf16(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength & ~1);
  const little = head[0] === 0xff && head[1] === 0xfe;
  if (!little && !(head[0] === 0xfe && head[1] === 0xff)) return false;
  for (let at = 2; at < view.byteLength; at += 2) {
    const unit = view.getUint16(at, little);
    if (unit < 0x80 && !isTextByte(unit)) return false;
  }
  return true;
}

const executables = new Set(['exe', 'elf', 'macho', 'msi', 'dmg', 'deb', 'rpm', 'html', 'apk', 'cab', 'lnk']);

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** More than any file system allows. */
const longestName = 1000;

/** Returns whether a name is plain: no folder and no tricks. What else it needs, `safeFileName` mends. */
export function isPlainFileName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= longestName &&
    !/[/\\<>:"|?*\u0000-\u001F\u007F]/.test(name) &&
    // These reverse the reading direction, which turns "gnp.exe" into "exe.png".
    !/[\u202A-\u202E\u2066-\u2069]/.test(name) &&
    !name.startsWith('.') &&
    !/[. ]$/.test(name)
  );
}

/** Executable extensions; before another extension they only mislead. */
const deceiving =
  /\.(exe|scr|bat|cmd|pif|msi|vbs|vbe|ps1|lnk|jar|apk|dmg|hta|php|phtml|jsp|aspx?|cgi)\.[^.]+$/i;

/** Returns whether an executable extension precedes the real one, as in "plan.exe.pdf". */
export function hasDeceivingExtension(name: string): boolean {
  return deceiving.test(name);
}
