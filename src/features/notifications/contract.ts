import { z } from 'zod';
import { nameText } from '#platform/shared/name-text.ts';
import { notificationKinds } from './rules.ts';

export const notification = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  text: z.string(),
  /** Target path, without a language's prefix. */
  path: z.string(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const listQuery = z.object({
  page: z.coerce
    .number()
    .catch(1)
    .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
    .default(1),
  limit: z.coerce.number().int().min(1).max(100).default(32),
});
export const unread = z.object({
  unread: z.number(),
  messages: z.number().describe('Of these, conversations with something new.'),
});
export type Unread = z.infer<typeof unread>;
/** Selects notifications by their ids, by the page they lead to, or all without either. */
export const readInput = z.object({
  ids: z.array(z.uuid()).max(100).optional(),
  path: z.string().max(600).optional().describe('Of a page, without language, query and fragment.'),
});

export const settings = z.object({ mail: z.record(z.enum(notificationKinds), z.boolean()) });
export type Settings = z.infer<typeof settings>;
export const settingsInput = z.object({ mail: z.partialRecord(z.enum(notificationKinds), z.boolean()) });

const words = z.object({
  title: nameText(100),
  text: z.string().trim().min(1).max(2000),
});
/** News of the marketplace, in each language. */
export const newsInput = z.object({
  words: z.object({ ko: words, en: words, ja: words }),
  path: z.string().regex(/^\/(?![/\\])[^\s\\]{0,500}$/),
});
