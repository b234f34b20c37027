import { z } from 'zod';

/** An absent field must stay unchanged, so an edit must not apply defaults. */
export function withoutDefaults<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [
      key,
      (schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : (schema as z.ZodType)).optional(),
    ]),
  ) as { [Key in keyof Shape]: z.ZodOptional<Unwrapped<Shape[Key]>> };
}
type Unwrapped<Schema> =
  Schema extends z.ZodDefault<infer Inner extends z.ZodType>
    ? Inner
    : Schema extends z.ZodType
      ? Schema
      : never;

/** Keeps only the fields that were sent. */
export function withoutUndefined<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };
}
