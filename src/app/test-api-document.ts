import type { App } from '#platform/server/http.ts';
import type { Document } from '#platform/server/openapi-components.ts';

export const documentOf = (app: App) => app.swagger() as unknown as Document;

/** Replaces all references of the document by their targets, for tests that read schemas. */
export function dereferenced({ components, ...document }: Document): Document {
  function whole(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(whole);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: string };
    const own = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, whole(part)]));
    if (typeof $ref !== 'string') return own;
    const [, , kind = '', name = ''] = $ref.split('/');
    const meant = (components?.[kind] as Record<string, unknown> | undefined)?.[name];
    if (meant === undefined) throw new Error(`${$ref} is not there`);
    return { ...(whole(meant) as object), ...own };
  }
  return whole(document) as Document;
}
