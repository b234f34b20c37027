/**
 * CP949, the Korean encoding of Windows: KS X 1001 and, between its rows, the syllables that it lacks. `TextDecoder` of
 * Node knows only KS X 1001, and browsers differ for half of a character.
 */

const replacement = '\ufffd';
const trails = 190;
const isTrail = (byte: number) =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x81 && byte <= 0xfe);

let table: string[] | null = null;

/** Characters by lead and trail byte; an empty text where there is none. */
function characters(): string[] {
  if (table) return table;
  const made = Array.from({ length: 126 * trails }, () => '');
  const standard: number[] = [];
  for (let lead = 0xa1; lead <= 0xfd; lead += 1) {
    // The row of user-defined characters.
    if (lead === 0xc9) continue;
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) standard.push(lead, trail, 0x0a);
  }
  const read = new TextDecoder('euc-kr').decode(Uint8Array.from(standard)).split('\n');
  const known = new Set<string>();
  for (let index = 0; index * 3 < standard.length; index += 1) {
    const character = read[index]!;
    if (character.length !== 1 || character === replacement || /[\0-\x7f\u0080-\u009f]/.test(character))
      continue;
    made[indexOf(standard[index * 3]!, standard[index * 3 + 1]!)] = character;
    known.add(character);
  }
  // Added to the standard later, and missing in Node.
  made[indexOf(0xa2, 0xe6)] = '€';
  made[indexOf(0xa2, 0xe7)] = '®';
  // The other syllables are in the order of Unicode.
  let lead = 0x81;
  let trail = 0x40;
  for (let code = 0xac00; code <= 0xd7a3; code += 1) {
    const syllable = String.fromCharCode(code);
    if (known.has(syllable)) continue;
    do {
      trail += 1;
      if (trail > (lead <= 0xa0 ? 0xfe : 0xa0)) {
        lead += 1;
        trail = 0x41;
      }
    } while (!isTrail(trail));
    made[indexOf(lead, trail)] = syllable;
  }
  table = made;
  return made;
}

function indexOf(lead: number, trail: number): number {
  return (lead - 0x81) * trails + (trail - 0x41);
}

/** Decodes CP949; what is no character becomes U+FFFD, and is counted. */
export function decodeKorean(bytes: Uint8Array): { text: string; unknown: number } {
  const known = characters();
  const pieces: string[] = [];
  let piece = '';
  let unknown = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) piece += String.fromCharCode(lead);
    else {
      const trail = bytes[at + 1] ?? 0;
      const character = lead >= 0x81 && lead <= 0xfe && isTrail(trail) ? known[indexOf(lead, trail)]! : '';
      if (character !== '') {
        piece += character;
        at += 1;
      } else {
        piece += replacement;
        unknown += 1;
        // A byte that is ASCII is a character of its own, such as a quotation mark.
        if (trail >= 0x80) at += 1;
      }
    }
    if (piece.length > 8192) {
      pieces.push(piece);
      piece = '';
    }
  }
  return { text: pieces.join('') + piece, unknown };
}

/** Returns how much bytes look like a text in CP949: common syllables speak for it, anything else against. */
export function likenessToKorean(bytes: Uint8Array): number {
  let score = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    at += 1;
    if (lead < 0x81 || lead > 0xfe || !isTrail(trail) || characters()[indexOf(lead, trail)] === '')
      score -= 8;
    else if (lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1) score += 2;
    // Symbols, Jamo and units.
    else if (lead >= 0xa1 && lead <= 0xac && trail >= 0xa1) score += 0.5;
    else score -= lead >= 0xca && trail >= 0xa1 ? 0.5 : 1;
  }
  return score;
}
