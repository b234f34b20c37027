const encodings = ['utf-8', 'euc-kr', 'shift_jis'];

/** Decodes a text of unknown encoding: old Korean and Japanese texts, and tables from Excel, are not UTF-8. */
export function decodeText(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  const [first, second] = new Uint8Array(
    bytes instanceof Uint8Array ? bytes.subarray(0, 2) : bytes.slice(0, 2),
  );
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // Node's Korean decoder accepts half of a Japanese character as a control character.
      if (encoding !== 'euc-kr' || !/[\u0080-\u009f]/.test(text)) return text;
    } catch {
      // Try the next encoding.
    }
  }
  // Node lacks the rarer syllables of Windows' Korean encoding: fall back to the encoding with the fewest errors.
  const read = encodings.map((encoding) => new TextDecoder(encoding).decode(bytes));
  return read.toSorted((a, b) => unknownIn(a) - unknownIn(b))[0]!;
}

function unknownIn(text: string): number {
  return text.split('\ufffd').length;
}
