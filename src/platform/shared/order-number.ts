/** What people tell an order by: short, and without letters that are mistaken for each other. */
export function orderNumber(id: string): string {
  const hex = id.replaceAll('-', '');
  // The time, and enough of what is random that two of one millisecond differ.
  return `GB-${hex.slice(0, 12)}-${hex.slice(-6)}`.toUpperCase();
}

/** Which ids a number as people type it can mean: those between two, with an end; null when it is none. */
export function readOrderNumber(typed: string): { from: string; to: string; end: string } | null {
  const [, first, end] = /^(?:gb-)?([0-9a-f]{12})-([0-9a-f]{6})$/.exec(typed.trim().toLowerCase()) ?? [];
  if (first === undefined || end === undefined) return null;
  return { from: first.padEnd(32, '0'), to: first.padEnd(32, 'f'), end };
}
