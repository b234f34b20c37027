const againMs = 60_000;
const mostPages = 100;

/** Pages that have been marked as read, when, and how many notifications were left unread. */
const pages = new Map<string, { at: number; left: number }>();

export function noteRead(path: string, left: number, now: number): void {
  pages.delete(path);
  pages.set(path, { at: now, left });
  const [oldest] = pages.keys();
  if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
}

/** Whether something unread may lead to this page: within a minute only if more has come. */
export function wantsReading(path: string, unread: number, now: number): boolean {
  if (unread === 0) return false;
  const page = pages.get(path);
  return page === undefined || now - page.at >= againMs || unread > page.left;
}
