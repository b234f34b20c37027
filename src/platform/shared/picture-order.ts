import { z } from 'zod';

/** Requested order of pictures: ids of existing ones, `new` for each that the form uploads. */
export function pictureOrder(what: string, most: number) {
  return z
    .array(z.union([z.literal('new'), z.uuid()]))
    .max(most)
    .optional()
    .describe(`${what} as they are to be: ids of those that stay, "new" for each that comes with the form.`);
}
