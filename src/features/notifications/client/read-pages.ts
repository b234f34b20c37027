const againMs = 60_000;
const maxPages = 100;

/** Times at which pages were marked as read, with the number of unread notifications left. */
const pages = new Map<string, { at: number; left: number }>();

export function noteRead(path: string, left: number, now: number): void {
  pages.delete(path);
  pages.set(path, { at: now, left });
  const [oldest] = pages.keys();
  if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest);
}

/** Returns whether a page should be marked as read; within a minute only if new notifications came. */
export function wantsReading(path: string, unread: number, now: number): boolean {
  if (unread === 0) return false;
  const page = pages.get(path);
  return page === undefined || now - page.at >= againMs || unread > page.left;
}
