import { locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { nameText } from '#platform/shared/name-text.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { roles } from '#platform/shared/roles.ts';
import { rule } from '#platform/shared/validation.ts';
import { plainDigits } from '#platform/shared/widths.ts';
import { consentKinds, isUsername, maxFormerUsernames, passwordLength, usernameLength } from './rules.ts';
import { isOwnPath, serviceNames } from './going-on.ts';

export const emailAddress = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .pipe(z.email())
  .transform((value) => value.toLowerCase());
const newPassword = z.string().min(passwordLength.min).max(passwordLength.max);
export const fullName = nameText(80);
export const username = rule(
  z.string().trim().min(usernameLength.min).max(usernameLength.max),
  isUsername,
  (locale) => m['accounts.field.username']({}, { locale }),
);
/** Page after a sign-in; anything but one of our own paths becomes home. */
const next = z
  .string()
  .max(2000)
  .optional()
  .transform((path) => (path !== undefined && isOwnPath(path) ? path : '/'));
const token = z.string().min(1).max(200);
const code = z.string().overwrite(plainDigits).min(6).max(40);

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
/** Required consents can be given but not withdrawn: for that, people leave. */
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
  /** True if a required consent is missing or was given to an older text. */
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
  /** Optional for API clients without a form: consents are then asked for at the next visit. */
  consents: consentsInput.optional(),
});
export type RegisterInput = z.input<typeof registerInput>;

/** Identifies the person by `email` or `username`; `username` may also contain an e-mail address. */
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

/** Signed-in person, as that person sees it. */
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
  /** True if terms must be accepted, for the first time or again. */
  consentsDue: z.boolean(),
  /** True if a new version has to be accepted before the next order, bid or publication. */
  mustAgreeAgain: z.boolean(),
  /** Time at which a withdrawn account is erased; null for all others. */
  withdrawsAt: z.iso.datetime().nullable(),
  /** Staff member who views the site as this person, and until when; absent for everyone else. */
  acting: z.object({ by: z.string(), until: z.iso.datetime() }).optional(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** The password was correct, and a code is required: the browser has a cookie for `POST /api/login/code`. */
export const secondFactorNeeded = z.object({ secondFactorNeeded: z.literal(true) });
export type SignInAnswer = CurrentUser | z.infer<typeof secondFactorNeeded>;

export const codeInput = z.object({ code });
export type CodeInput = z.input<typeof codeInput>;
/** Without the current password, the session needs a proof. People who have no password yet need one too. */
export const passwordInput = z.object({
  currentPassword: z.string().min(1).max(1000).optional(),
  newPassword,
});
export const emailInput = z.object({ email: emailAddress });
export const linkInput = z.object({ token });
export const resetInput = z.object({ token, password: newPassword });
export const emailLink = z.object({ email: z.string(), change: z.boolean() });

/** Exactly one of them is the proof. */
export const proofInput = rule(
  z.object({ password: z.string().min(1).max(1000).optional(), code: code.optional() }),
  (value) => (value.password === undefined) !== (value.code === undefined),
  (locale) => m['accounts.field.password_or_code']({}, { locale }),
);

/** WebAuthn's own JSON, which the library validates. */
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
  /** Null if the service provided none, so that the person must be asked. */
  email: z.string().nullable(),
  next: z.string(),
});
export type Completion = z.infer<typeof completion>;

/** Sign-in methods and protection of the account. */
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
  /** True if the session has a recent proof for sensitive changes. */
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
    words: (locale) => m['accounts.error.too_many_usernames']({ count: maxFormerUsernames }, { locale }),
  },
  invalid_credentials: {
    status: 401,
    words: (locale) => m['accounts.error.invalid_credentials']({}, { locale }),
  },
  suspended: { status: 403, words: (locale) => m['accounts.error.suspended']({}, { locale }) },
  /** An account that is being withdrawn can only export its data or stay. */
  withdrawing: { status: 403, words: (locale) => m['accounts.error.withdrawing']({}, { locale }) },
  /** The client asks for a proof and repeats the request. */
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
