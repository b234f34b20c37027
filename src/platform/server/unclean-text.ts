/**
 * Paths of texts that PostgreSQL or a reader could not take: NUL and other control characters, and halves of
 * surrogate pairs. Checked once for every request, so that no single schema can forget it.
 */
export function uncleanPaths(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return isUnclean(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => uncleanPaths(item, [...path, index]));
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, item]) =>
      isUnclean(key) ? [path] : uncleanPaths(item, [...path, key]),
    );
  }
  return [];
}

// Tab, line feed and carriage return are text; the rest of C0 and DEL are not.
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

function isUnclean(text: string): boolean {
  return control.test(text) || !text.isWellFormed();
}
