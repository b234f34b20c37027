import { locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors } from '#platform/shared/errors.ts';
import { roles } from '#platform/shared/roles.ts';
import { rule } from '#platform/shared/validation.ts';
import { consentKinds, isUsername, mostFormerUsernames, passwordLength, usernameLength } from './rules.ts';
import { isOwnPath, serviceNames } from './going-on.ts';

export const emailAddress = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .pipe(z.email())
  .transform((value) => value.toLowerCase());
const newPassword = z.string().min(passwordLength.min).max(passwordLength.max);
export const fullName = z.string().trim().min(1).max(80);
export const username = rule(
  z.string().trim().min(usernameLength.min).max(usernameLength.max),
  isUsername,
  (locale) => m['accounts.field.username']({}, { locale }),
);
/** Where to go on after a sign-in; what is no path of ours leads home. */
const next = z
  .string()
  .max(2000)
  .optional()
  .transform((path) => (path !== undefined && isOwnPath(path) ? path : '/'));
const token = z.string().min(1).max(200);
const code = z.string().trim().min(6).max(40);

const agreed = rule(
  z.boolean(),
  (value) => value,
  (locale) => m['accounts.field.consent']({}, { locale }),
);
export const consentsInput = z.object({
  terms: agreed,
  privacy: agreed,
  age14: agreed,
  marketing: z.boolean().default(false),
});
export type ConsentsInput = z.input<typeof consentsInput>;
/** The required ones can be given, not taken back: for that there is leaving. */
export const consentsChange = z.object({
  terms: agreed.optional(),
  privacy: agreed.optional(),
  age14: agreed.optional(),
  marketing: z.boolean().optional(),
  nightMarketing: z.boolean().optional(),
});
export type ConsentsChange = z.input<typeof consentsChange>;
export const consents = z.object({
  version: z.string(),
  /** Whether a required one is missing, or was given to an older text. */
  due: z.boolean(),
  consents: z.array(
    z.object({
      kind: z.enum(consentKinds),
      given: z.boolean(),
      version: z.string().nullable(),
      decidedAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type Consents = z.infer<typeof consents>;

export const registerInput = z.object({
  fullName,
  email: emailAddress,
  password: newPassword,
  username: username.optional(),
  /** A caller without a form may leave them out; they are asked for at the next visit. */
  consents: consentsInput.optional(),
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
  role: z.enum(roles),
  locale: z.enum(locales),
  phoneVerified: z.boolean(),
  bankRegistered: z.boolean(),
  avatarUrl: z.string().nullable(),
  /** Whether terms have to be agreed to, for the first time or again. */
  consentsDue: z.boolean(),
  /** When everything of a person who is leaving will be erased; null for everyone else. */
  withdrawsAt: z.iso.datetime().nullable(),
  /** Who of the staff looks through this person's eyes, and until when; absent for everybody else. */
  acting: z.object({ by: z.string(), until: z.iso.datetime() }).optional(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** The password was right, and a code is asked for: the browser has a cookie for `POST /api/login/code`. */
export const secondFactorNeeded = z.object({ secondFactorNeeded: z.literal(true) });
export type SignInAnswer = CurrentUser | z.infer<typeof secondFactorNeeded>;

export const codeInput = z.object({ code });
export type CodeInput = z.input<typeof codeInput>;
/** Without the current one, the session must have proved who it is: so does somebody who has none yet. */
export const passwordInput = z.object({
  currentPassword: z.string().min(1).max(1000).optional(),
  newPassword,
});
export const emailInput = z.object({ email: emailAddress });
export const linkInput = z.object({ token });
export const resetInput = z.object({ token, password: newPassword });
export const emailLink = z.object({ email: z.string(), change: z.boolean() });

/** One of them proves who is there. */
export const proofInput = rule(
  z.object({ password: z.string().min(1).max(1000).optional(), code: code.optional() }),
  (value) => (value.password === undefined) !== (value.code === undefined),
  (locale) => m['accounts.field.password_or_code']({}, { locale }),
);

/** WebAuthn's own JSON; the library checks what is in it. */
const credentialJson = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({}),
  clientExtensionResults: z.looseObject({}),
});
const passkeyName = z.string().trim().min(1).max(60);
export const passkeyChallenge = z.object({ options: z.looseObject({}), ticket: z.string() });
export const newPasskeyInput = z.object({ ticket: token, name: passkeyName, response: credentialJson });
export const passkeyInput = z.object({ ticket: token, response: credentialJson });
export const passkeyNameInput = z.object({ name: passkeyName });

export const serviceName = z.enum(serviceNames);
export const services = z.array(serviceName);
export const visitInput = z.object({ intent: z.enum(['sign_in', 'connect', 'prove']), next });
export const visit = z.object({ url: z.string() });
export const callbackQuery = z.object({
  state: z.string().max(200).optional(),
  code: z.string().max(4000).optional(),
  error: z.string().max(200).optional(),
});
export const completionInput = z.object({
  fullName,
  email: emailAddress.optional(),
  consents: consentsInput,
});
export type CompletionInput = z.input<typeof completionInput>;
export const completion = z.object({
  service: serviceName,
  fullName: z.string(),
  /** Null when the service gave none: then it is asked for. */
  email: z.string().nullable(),
  next: z.string(),
});
export type Completion = z.infer<typeof completion>;

/** What opens the account and guards it. */
export const security = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  hasPassword: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      usedAt: z.iso.datetime().nullable(),
    }),
  ),
  secondFactor: z.boolean(),
  recoveryCodesLeft: z.number(),
  services: z.array(z.object({ name: serviceName, connected: z.boolean() })),
  /** Whether sensitive changes are open in this session now. */
  proven: z.boolean(),
});
export type Security = z.infer<typeof security>;

export const sessions = z.array(
  z.object({
    id: z.uuid(),
    browser: z.string(),
    system: z.string(),
    network: z.string(),
    method: z.enum(['password', 'passkey', 'second_factor', 'service']),
    createdAt: z.iso.datetime(),
    usedAt: z.iso.datetime(),
    current: z.boolean(),
  }),
);
export type OwnSession = z.infer<typeof sessions>[number];

export const secondFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const accountsErrors = defineErrors({
  account_exists: { status: 409, words: (locale) => m['accounts.error.account_exists']({}, { locale }) },
  registration_closed: {
    status: 403,
    words: (locale) => m['accounts.error.registration_closed']({}, { locale }),
  },
  username_taken: { status: 409, words: (locale) => m['accounts.error.username_taken']({}, { locale }) },
  too_many_usernames: {
    status: 409,
    words: (locale) => m['accounts.error.too_many_usernames']({ count: mostFormerUsernames }, { locale }),
  },
  invalid_credentials: {
    status: 401,
    words: (locale) => m['accounts.error.invalid_credentials']({}, { locale }),
  },
  suspended: { status: 403, words: (locale) => m['accounts.error.suspended']({}, { locale }) },
  /** Who is leaving may only take their data along, or stay. */
  withdrawing: { status: 403, words: (locale) => m['accounts.error.withdrawing']({}, { locale }) },
  /** The client asks for a proof and sends the same again. */
  acting_refused: { status: 403, words: (locale) => m['accounts.error.acting_refused']({}, { locale }) },
  proof_needed: { status: 403, words: (locale) => m['accounts.error.proof_needed']({}, { locale }) },
  wrong_password: { status: 403, words: (locale) => m['accounts.error.wrong_password']({}, { locale }) },
  wrong_code: { status: 403, words: (locale) => m['accounts.error.wrong_code']({}, { locale }) },
  sign_in_expired: { status: 403, words: (locale) => m['accounts.error.sign_in_expired']({}, { locale }) },
  link_expired: { status: 410, words: (locale) => m['accounts.error.link_expired']({}, { locale }) },
  second_factor_is_on: {
    status: 409,
    words: (locale) => m['accounts.error.second_factor_is_on']({}, { locale }),
  },
  second_factor_is_off: {
    status: 409,
    words: (locale) => m['accounts.error.second_factor_is_off']({}, { locale }),
  },
  passkey_failed: { status: 403, words: (locale) => m['accounts.error.passkey_failed']({}, { locale }) },
  too_many_passkeys: {
    status: 409,
    words: (locale) => m['accounts.error.too_many_passkeys']({}, { locale }),
  },
  last_way_in: { status: 409, words: (locale) => m['accounts.error.last_way_in']({}, { locale }) },
  service_not_offered: {
    status: 404,
    words: (locale) => m['accounts.error.service_not_offered']({}, { locale }),
  },
  service_failed: { status: 400, words: (locale) => m['accounts.error.service_failed']({}, { locale }) },
  service_taken: { status: 409, words: (locale) => m['accounts.error.service_taken']({}, { locale }) },
});
