import type { Operation, Schema } from '../../src/app/test-foreign-things.ts';
import type { Random } from './asking.ts';

type Described = Schema & {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
};

export const bodySchemaOf = (operation: Operation | undefined): Schema | undefined =>
  operation?.requestBody?.content?.['application/json']?.schema;

/** A value that a schema probably accepts, so that only the injected fault is wrong. */
export function sampleOf(schema: Schema, random: Random, depth = 0): unknown {
  const described = schema as Described;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (described.const !== undefined) return described.const;
  if (described.enum) return random.one(described.enum);
  if (choices.length > 0) return sampleOf(random.one(choices), random, depth);
  const { type, format, minimum = 1, maximum = 1000, minLength = 1, minItems = 0 } = described;
  switch (Array.isArray(type) ? random.one(type) : type) {
    case 'object': {
      const names = Object.entries(schema.properties ?? {}).filter(
        ([name]) => described.required?.includes(name) || (depth < 4 && random.chance(0.5)),
      );
      return Object.fromEntries(names.map(([name, each]) => [name, sampleOf(each, random, depth + 1)]));
    }
    case 'array':
      return Array.from({ length: Math.max(minItems, random.below(2)) }, () =>
        schema.items ? sampleOf(schema.items, random, depth + 1) : 1,
      );
    case 'integer':
    case 'number':
      return Math.min(maximum, minimum + random.below(100));
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      if (format === 'uuid')
        return `01890000-0000-7000-8000-${String(random.below(2 ** 30)).padStart(12, '0')}`;
      if (format === 'date-time') return new Date(Date.now() + 86_400_000).toISOString();
      if (format === 'date') return new Date().toISOString().slice(0, 10);
      if (format === 'email') return `nobody${random.below(1000)}@example.com`;
      if (format === 'uri') return 'https://example.com/a';
      return '글'.repeat(Math.max(minLength, 2));
  }
}

/** Paths to all parts of a value that can be replaced. */
export function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return [[...path], ...Object.entries(value).flatMap(([name, each]) => placesIn(each, [...path, name]))];
}

export function withValue(value: unknown, [head, ...rest]: readonly string[], put: unknown): unknown {
  if (head === undefined) return put;
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === head ? withValue(each, rest, put) : each));
  const object = value as Record<string, unknown>;
  return { ...object, [head]: withValue(object[head], rest, put) };
}
