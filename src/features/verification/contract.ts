import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { nameText } from '#platform/shared/name-text.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { onlyDigits, plainDigits } from '#platform/shared/widths.ts';
import { accountNumberLength, bankCodes, codeDigits, normalizePhone } from './rules.ts';

const phone = rule(
  z.string().trim().min(1).max(40),
  (text) => normalizePhone(text) !== null,
  (locale) => m['verification.field.phone']({}, { locale }),
).transform((text) => normalizePhone(text) ?? '');
const code = rule(
  z.string().overwrite(onlyDigits).min(1).max(20),
  (text) => /^\d+$/.test(text) && text.length === codeDigits,
  (locale) => m['verification.field.code']({ digits: codeDigits }, { locale }),
);

export const phoneInput = z.object({ phone });
/** If the number is absent, that of the pending code is used: after a reload the page has only its last digits. */
export const phoneCodeInput = z.object({ phone: phone.optional(), code });
export const phoneCodeSent = z.object({ expiresAt: z.iso.datetime(), resendAt: z.iso.datetime() });
export type PhoneCodeSent = z.infer<typeof phoneCodeSent>;

export const bankAccountInput = z.object({
  bankCode: z.enum(bankCodes),
  accountNumber: rule(
    z.string().overwrite(onlyDigits).min(1).max(40),
    (text) =>
      /^\d+$/.test(text) && text.length >= accountNumberLength.min && text.length <= accountNumberLength.max,
    (locale) => m['verification.field.account_number'](accountNumberLength, { locale }),
  ),
  holder: nameText(60),
  /** Either one authorises a change without a recent proof in this session. */
  password: z.string().min(1).max(1000).optional(),
  proof: z.string().overwrite(plainDigits).min(6).max(40).optional().describe('A code of the second factor.'),
});
export type BankAccountInput = z.input<typeof bankAccountInput>;

/** Exposes the last digits of the number only. */
export const bankAccount = z.object({
  bankCode: z.string(),
  lastDigits: z.string(),
  holder: z.string(),
  /** True if a service confirmed the holder. */
  checked: z.boolean(),
  registeredAt: z.iso.datetime(),
  /** Null if there is no hold. */
  payoutsHeldUntil: z.iso.datetime().nullable(),
});
export type BankAccount = z.infer<typeof bankAccount>;

export const verification = z.object({
  phoneVerified: z.boolean(),
  /** Last digits of the number only. */
  phone: z.string().nullable(),
  /** Pending code, with the last digits of its number. */
  pendingCode: z.object({ phone: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  bankAccount: bankAccount.nullable(),
});
export type Verification = z.infer<typeof verification>;

export const verificationErrors = defineErrors({
  code_too_soon: { status: 429, words: (locale) => m['verification.error.code_too_soon']({}, { locale }) },
  wrong_phone_code: {
    status: 400,
    words: (locale) => m['verification.error.wrong_phone_code']({}, { locale }),
  },
  phone_code_expired: {
    status: 410,
    words: (locale) => m['verification.error.phone_code_expired']({}, { locale }),
  },
  too_many_tries: { status: 429, words: (locale) => m['verification.error.too_many_tries']({}, { locale }) },
  bank_account_not_found: {
    status: 404,
    words: (locale) => m['verification.error.bank_account_not_found']({}, { locale }),
  },
  wrong_holder: { status: 400, words: (locale) => m['verification.error.wrong_holder']({}, { locale }) },
  unknown_account: {
    status: 400,
    words: (locale) => m['verification.error.unknown_account']({}, { locale }),
  },
  bank_unavailable: {
    status: 503,
    words: (locale) => m['verification.error.bank_unavailable']({}, { locale }),
  },
});
