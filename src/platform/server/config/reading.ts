import type { z } from 'zod';

export type Environment = Record<string, string | undefined>;

/** A variable: how it is checked and read, its value where it is not set, and its row in the README. */
type Variables = Record<string, { schema: z.ZodType; default: string; about: string }>;

/** Invalid configuration: the start stops with this one line. */
export class ConfigError extends Error {}

/** Reads the variables of one table. */
export function readerOf<Table extends Variables>(variables: Table, environment: Environment) {
  function read<Name extends keyof Table & string>(name: Name): z.output<Table[Name]['schema']> | undefined {
    const { schema, default: fallback } = variables[name]!;
    const raw = environment[name]?.trim() || fallback;
    if (raw === '') return undefined;
    const result = schema.safeParse(raw);
    if (!result.success) {
      const why = result.error.issues[0]?.message ?? 'is not valid';
      throw new ConfigError(`Configuration: ${name} ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
    }
    return result.data as z.output<Table[Name]['schema']>;
  }
  /** For variables whose table entry has a default, so that they always have a value. */
  function get<Name extends keyof Table & string>(name: Name) {
    const value = read(name);
    if (value === undefined) throw new ConfigError(`Configuration: ${name} must not be empty`);
    return value;
  }

  /** Reads all keys of a service, or none. */
  function whole<Name extends keyof Table & string>(...names: Name[]): string[] | undefined {
    const values = names.map((name) => read(name));
    if (values.every((value) => value === undefined)) return undefined;
    if (values.includes(undefined)) throw new ConfigError(`Configuration: ${names.join(', ')} go together`);
    return values.map(String);
  }

  return { read, get, whole };
}
