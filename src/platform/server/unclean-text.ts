import { m } from '#i18n/generated/messages.js';
import { control } from '../shared/clean-text.ts';
import { AppError, platformErrors, type Words } from '../shared/errors.ts';
import { fieldPath } from '../shared/validation.ts';

/** No valid input is nested this deep; walking further down would exhaust the stack. */
const maxDepth = 100;
/** No valid input has this many values; a schema would create an issue for each of them. */
const maxValues = 20_000;
/** Maximum number of fields in an error. */
const maxFields = 50;

/**
 * Checks input of callers before it is validated by a schema. Throws `invalid_encoding` naming each unclean text, or
 * `invalid_input` for input that is nested too deep or has too many values.
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

/** Returns how many of the allowed values are left after these. */
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
 * Lists the paths of texts that PostgreSQL or a reader could not handle: NUL and other control characters, and unpaired
 * surrogates.
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
