import type { z } from 'zod';
import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { AppError, platformErrors, type Words } from './errors.ts';
import { numberFormat } from './formats.ts';

/** Adds a rule with its own message to a schema; the message reaches the reader through {@link fieldWords}. */
export function rule<Schema extends z.ZodType>(
  schema: Schema,
  test: (value: z.output<Schema>) => boolean,
  words: Words,
): Schema {
  return schema.refine(test as (value: unknown) => boolean, { params: { words } }) as Schema;
}

/** The part of a zod issue that {@link fieldWords} needs; fastify passes issues in this loose form. */
export type Issue = {
  code?: string | undefined;
  path?: readonly PropertyKey[] | undefined;
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  format?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  keys?: readonly string[] | undefined;
  params?: Record<string, unknown> | undefined;
};

const digits = (number: number, locale: Locale) => numberFormat(locale).format(number);

/** Adds a bound on a number, with a message that formats the bound for the reader. */
export function minWords(least: number, locale: Locale): string {
  return m['platform.field.min']({ count: digits(least, locale) }, { locale });
}
export function maxWords(most: number, locale: Locale): string {
  return m['platform.field.max']({ count: digits(most, locale) }, { locale });
}

/** Formats a path in the request's own notation: `['locations', 0, 'address']` is `locations[0].address`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index ? '.' : ''}${String(part)}`))
    .join('');
}

/** Message of one zod issue in a reader's language. */
export function fieldWords(issue: Issue): Words {
  const own = issue.params?.['words'];
  if (typeof own === 'function') return own as Words;
  return (locale: Locale) => {
    if (issue.input === undefined && issue.code !== 'unrecognized_keys') {
      return m['platform.field.required']({}, { locale });
    }
    switch (issue.code) {
      case 'invalid_type':
        if (issue.expected === 'int') return m['platform.field.whole']({}, { locale });
        return issue.expected === 'number'
          ? m['platform.field.number']({}, { locale })
          : m['platform.field.type']({}, { locale });
      case 'too_small':
        if (issue.origin === 'string' && Number(issue.minimum) <= 1) {
          return m['platform.field.required']({}, { locale });
        }
        if (issue.origin === 'string') {
          return m['platform.field.min_length']({ count: Number(issue.minimum) }, { locale });
        }
        return issue.origin === 'array'
          ? m['platform.field.min_items']({ count: Number(issue.minimum) }, { locale })
          : minWords(Number(issue.minimum), locale);
      case 'too_big':
        if (issue.origin === 'string') {
          return m['platform.field.max_length']({ count: Number(issue.maximum) }, { locale });
        }
        return issue.origin === 'array'
          ? m['platform.field.max_items']({ count: Number(issue.maximum) }, { locale })
          : maxWords(Number(issue.maximum), locale);
      case 'invalid_format':
        if (issue.format === 'email') return m['platform.field.email']({}, { locale });
        return m['platform.field.format']({}, { locale });
      case 'unrecognized_keys':
        return m['platform.field.unknown']({}, { locale });
      default:
        return m['platform.field.invalid']({}, { locale });
    }
  };
}

/** Limits the error, which must not be larger than the request. */
const maxFields = 50;
const maxFieldName = 200;

/**
 * Collects the first message of each field, up to 50 fields. An unknown key is named itself, instead of the object
 * around it.
 */
export function fieldsOf(issues: readonly Issue[]): Record<string, Words> {
  const fields: Record<string, Words> = {};
  let count = 0;
  for (const issue of issues) {
    const path = issue.path ?? [];
    const paths =
      issue.code === 'unrecognized_keys'
        ? (issue.keys ?? []).slice(0, maxFields).map((key) => [...path, key])
        : [path];
    for (const each of paths) {
      if (count === maxFields) return fields;
      const field = (fieldPath(each) || 'body').slice(0, maxFieldName);
      if (Object.hasOwn(fields, field)) continue;
      fields[field] = fieldWords(issue);
      count += 1;
    }
  }
  return fields;
}

/** Parses untrusted input, or throws `invalid_input` naming each field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  // The input distinguishes a missing value from a wrong one.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw new AppError(platformErrors.invalid_input, { fields: fieldsOf(result.error.issues as Issue[]) });
}
