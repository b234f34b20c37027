/** Order number for people: short, and without letters that are easily confused. */
export function orderNumber(id: string): string {
  const hex = id.replaceAll('-', '');
  // The time, and enough random digits to tell ids of the same millisecond apart.
  return `GB-${hex.slice(0, 12)}-${hex.slice(-6)}`.toUpperCase();
}

/** Parses a typed order number into the range of ids and the suffix that it can stand for; null when it is invalid. */
export function readOrderNumber(typed: string): { from: string; to: string; end: string } | null {
  const [, first, end] = /^(?:gb-)?([0-9a-f]{12})-([0-9a-f]{6})$/.exec(typed.trim().toLowerCase()) ?? [];
  if (first === undefined || end === undefined) return null;
  return { from: first.padEnd(32, '0'), to: first.padEnd(32, 'f'), end };
}
