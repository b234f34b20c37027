import type { ApiDescription } from '#platform/server/openapi.ts';

export const examples: ApiDescription['examples'] = {};
