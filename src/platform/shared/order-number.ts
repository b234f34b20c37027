/** What people tell an order by: short, and without letters that are mistaken for each other. */
export function orderNumber(id: string): string {
  const hex = id.replaceAll('-', '');
  // The time, and enough of what is random that two of one millisecond differ.
  return `GB-${hex.slice(0, 12)}-${hex.slice(-6)}`.toUpperCase();
}

/** What an order's id begins and ends with, of a number as people type it; null when it is none. */
export function readOrderNumber(typed: string): { first: string; last: string } | null {
  const found = /^(?:gb-)?([0-9a-f]{12})-([0-9a-f]{6})$/i.exec(typed.trim());
  return found?.[1] && found[2] ? { first: found[1].toLowerCase(), last: found[2].toLowerCase() } : null;
}
