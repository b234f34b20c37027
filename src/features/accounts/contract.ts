import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isUsername, passwordLength } from './rules.ts';

const email = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .pipe(z.email())
  .transform((value) => value.toLowerCase());
const password = z.string().min(passwordLength.min).max(passwordLength.max);
const username = rule(z.string().trim().min(3).max(30), isUsername, (locale) =>
  m['accounts.field.username']({}, { locale }),
);

export const registerInput = z.object({
  fullName: z.string().trim().min(1).max(80),
  email,
  password,
  username: username.optional(),
});
export type RegisterInput = z.input<typeof registerInput>;

/** Either `email` or `username` says who; an e-mail address typed into `username` is understood as well. */
export const loginInput = rule(
  z.object({
    email: z.string().trim().min(1).max(254).optional(),
    username: z.string().trim().min(1).max(254).optional(),
    password: z.string().min(1).max(1000),
  }),
  (value) => (value.email === undefined) !== (value.username === undefined),
  (locale) => m['accounts.field.email_or_username']({}, { locale }),
);
export type LoginInput = z.input<typeof loginInput>;

/** The person who is signed in, as that person sees it. */
export const currentUser = z.object({
  id: z.uuid(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  locale: z.enum(['ko', 'en', 'ja']),
  phoneVerified: z.boolean(),
  bankRegistered: z.boolean(),
  avatarUrl: z.string().nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const accountsErrors = defineErrors({
  account_exists: { status: 409, words: (locale) => m['accounts.error.account_exists']({}, { locale }) },
  username_taken: { status: 409, words: (locale) => m['accounts.error.username_taken']({}, { locale }) },
  invalid_credentials: {
    status: 401,
    words: (locale) => m['accounts.error.invalid_credentials']({}, { locale }),
  },
  suspended: { status: 403, words: (locale) => m['accounts.error.suspended']({}, { locale }) },
});
