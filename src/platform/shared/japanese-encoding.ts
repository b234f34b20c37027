/** Shift JIS as Windows writes it, code page 932. Private characters are refused, half a character is never a control character. */

const replacement = '\ufffd';
const isLead = (byte: number) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
const isTrail = (byte: number) => (byte >= 0x40 && byte <= 0x7e) || (byte >= 0x80 && byte <= 0xfc);
const trails = 0xfd - 0x40;

let table: string[] | null = null;

function characters(): string[] {
  if (table) return table;
  const pairs: number[] = [];
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    for (let trail = 0x40; isLead(lead) && trail <= 0xfc; trail += 1)
      if (isTrail(trail)) pairs.push(lead, trail, 0x0a);
  }
  const read = new TextDecoder('shift_jis').decode(Uint8Array.from(pairs)).split('\n');
  const made = Array.from({ length: 124 * trails }, () => '');
  for (let index = 0; index * 3 < pairs.length; index += 1) {
    const character = read[index]!;
    if (
      character.length !== 1 ||
      character === replacement ||
      /[\0-\x7f\u0080-\u009f\ue000-\uf8ff]/.test(character)
    )
      continue;
    made[indexOf(pairs[index * 3]!, pairs[index * 3 + 1]!)] = character;
  }
  table = made;
  return made;
}

function indexOf(lead: number, trail: number): number {
  return (lead - 0x81) * trails + (trail - 0x40);
}

/** Decodes Shift JIS; what is no character becomes U+FFFD, and is counted. */
export function decodeJapanese(bytes: Uint8Array): { text: string; unknown: number } {
  const known = characters();
  const pieces: string[] = [];
  let piece = '';
  let unknown = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) piece += String.fromCharCode(lead);
    else if (lead >= 0xa1 && lead <= 0xdf) piece += String.fromCharCode(lead - 0xa1 + 0xff61);
    else {
      const trail = bytes[at + 1] ?? 0;
      const character = isLead(lead) && isTrail(trail) ? known[indexOf(lead, trail)]! : '';
      if (character !== '') {
        piece += character;
        at += 1;
      } else {
        piece += replacement;
        unknown += 1;
        if (isLead(lead) && trail >= 0x80) at += 1;
      }
    }
    if (piece.length > 8192) {
      pieces.push(piece);
      piece = '';
    }
  }
  return { text: pieces.join('') + piece, unknown };
}

/** Returns how much bytes look like a text in Shift JIS: kana and common kanji speak for it, anything else against. */
export function likenessToJapanese(bytes: Uint8Array): number {
  let score = 0;
  let halfWidth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    if (lead >= 0xa1 && lead <= 0xdf) {
      halfWidth += 1;
      continue;
    }
    const trail = bytes[at + 1] ?? 0;
    at += 1;
    const code = lead * 256 + trail;
    if (!isLead(lead) || !isTrail(trail) || characters()[indexOf(lead, trail)] === '') score -= 8;
    else if (code >= 0x829f && code <= 0x8396) score += 2;
    // The first of two levels of kanji.
    else if (code >= 0x889f && code <= 0x9872) score += 1.5;
    else if (code < 0x8840) score += 0.5;
    else score -= 0.5;
  }
  // A Korean syllable reads as two of them.
  return score + halfWidth * 0.2;
}
