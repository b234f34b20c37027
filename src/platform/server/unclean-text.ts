import { m } from '#i18n/generated/messages.js';
import { control } from '../shared/clean-text.ts';
import { AppError, platformErrors } from '../shared/errors.ts';
import { fieldPath } from '../shared/validation.ts';

/** Nothing that we take is nested this deep; walking further down would exhaust the stack. */
const deepest = 100;

/**
 * Throws `invalid_encoding` naming each unclean text, or `invalid_input` for what is nested too deep: for whatever a
 * caller sent, before a schema sees it.
 */
export function assertClean(...sent: unknown[]): void {
  if (sent.some((part) => isTooDeep(part))) {
    throw new AppError(platformErrors.invalid_input, {
      fields: { body: (locale) => m['platform.field.too_deep']({ count: deepest }, { locale }) },
    });
  }
  const paths = sent.flatMap((part) => uncleanPaths(part));
  if (paths.length === 0) return;
  throw new AppError(platformErrors.invalid_encoding, {
    fields: Object.fromEntries(
      paths.map((path) => [
        fieldPath(path) || 'body',
        (locale) => m['platform.field.control_character']({}, { locale }),
      ]),
    ),
  });
}

function isTooDeep(value: unknown, depth = 0): boolean {
  if (value === null || typeof value !== 'object') return false;
  return depth >= deepest || Object.values(value).some((item) => isTooDeep(item, depth + 1));
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
