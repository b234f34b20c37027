import { z } from 'zod';
import { errorSchema } from '#platform/server/openapi.ts';

export const tags = ['orders'];
export const idParams = z.object({ id: z.string() });
export const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  413: errorSchema,
  415: errorSchema,
  422: errorSchema,
  429: errorSchema,
};
