import { m } from '#i18n/generated/messages.js';
import { control } from '../shared/clean-text.ts';
import { AppError, platformErrors, type Words } from '../shared/errors.ts';
import { fieldPath } from '../shared/validation.ts';

/** Nothing that we take is nested this deep; walking further down would exhaust the stack. */
const maxDepth = 100;
/** Nothing that we take has this many values; a schema would write an issue for each of them. */
const maxValues = 20_000;
/** Nobody reads on beyond these. */
const maxFields = 50;

/**
 * Throws `invalid_encoding` naming each unclean text, or `invalid_input` for what is nested too deep or has too many
 * values: for whatever a caller sent, before a schema sees it.
 */
export function assertClean(...sent: unknown[]): void {
  let left = maxValues;
  for (const part of sent) left = countDown(part, left);
  const paths = sent.flatMap((part) => uncleanPaths(part));
  if (paths.length === 0) return;
  throw new AppError(platformErrors.invalid_encoding, {
    fields: Object.fromEntries(
      paths
        .slice(0, maxFields)
        .map((path) => [
          fieldPath(path) || 'body',
          (locale) => m['platform.field.control_character']({}, { locale }),
        ]),
    ),
  });
}

/** How many of the allowed values are left after these. */
function countDown(value: unknown, allowed: number, depth = 0): number {
  if (value === null || typeof value !== 'object') return allowed;
  if (depth >= maxDepth)
    throw refusedBody((locale) => m['platform.field.too_deep']({ count: maxDepth }, { locale }));
  const values = Object.values(value);
  let left = allowed - values.length;
  if (left < 0) throw refusedBody((locale) => m['platform.field.too_many']({ count: maxValues }, { locale }));
  for (const item of values) left = countDown(item, left, depth + 1);
  return left;
}

function refusedBody(words: Words): AppError {
  return new AppError(platformErrors.invalid_input, { fields: { body: words } });
}

/**
 * Paths of texts that PostgreSQL or a reader could not take: NUL and other control characters, and halves of
 * surrogate pairs.
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

function isUnclean(text: string): boolean {
  return text.search(control) !== -1 || !text.isWellFormed();
}
