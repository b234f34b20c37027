import { beginningOf, utf8Bytes } from './graphemes.ts';
import { trimEndOf } from './trimming.ts';
import { plainName } from './visible-text.ts';

/** Maximum length of a file's name on common file systems, in bytes of UTF-8: 85 syllables of Korean. */
const longest = 255;

/** Names that Windows takes for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;

const extension = /(?:\.tar)?\.[\p{L}\p{N}_-]{1,16}$/iu;

/**
 * Returns a name that every common file system takes, as close to the given one as possible: visible characters in NFC,
 * no folders, no device, at most 255 bytes. `tail` is put before the extension. The last place that a name passes
 * before it is stored, sent or written into an archive.
 */
export function safeFileName(name: string, tail = ''): string {
  const plain = trimEndOf(
    plainName(plainName(name).replaceAll(/[/\\<>:"|?*\p{Cc}]+/gu, ' ')).replace(/^[. ]+/, ''),
    /[. ]/,
  );
  const safe = plain === '' ? 'file' : device.test(plain) ? `_${plain}` : plain;
  const found = extension.exec(safe);
  const ending = found !== null && found.index > 0 ? found[0] : '';
  const stem = safe.slice(0, safe.length - ending.length);
  const short = beginningOf(stem, longest - utf8Bytes(tail + ending), utf8Bytes);
  return `${tail + ending === '' ? trimEndOf(short, /[. ]/) : short}${tail}${ending}`;
}

/** Returns a path of an archive whose every part is a safe name. */
export function safePath(path: string): string {
  return path
    .split('/')
    .map((part) => safeFileName(part))
    .join('/');
}

/** Returns a name without its case, its ending, and what separates its words. */
function plainStem(name: string, ending: string): string {
  const whole = name.normalize('NFC').trim().toLowerCase();
  const stem = whole.endsWith(ending) ? whole.slice(0, -ending.length) : whole;
  return stem.replaceAll(/[\s_-]+/g, ' ');
}

/** Returns whether a name that somebody wrote is that of a file, with or without its ending. */
export function isNameOf(name: string, file: string): boolean {
  const ending = file.slice(file.lastIndexOf('.')).toLowerCase();
  return name !== '' && plainStem(name, ending) === plainStem(file, ending);
}
