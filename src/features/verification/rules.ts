import { plainDigits } from '#platform/shared/widths.ts';

export const codeDigits = 6;
export const codeMinutes = 5;
export const codeTries = 5;
/** Minimum interval between codes: a message takes a while, and an early retry would send two. */
export const resendSeconds = 60;

/** Hours without payouts after a change of the account, so that its owner can object. */
export const payoutHoldHours = 72;

/** Korean banks with their codes of KFTC (금융결제원), in the order in which people look for them. */
export const bankCodes = [
  '004',
  '088',
  '020',
  '081',
  '011',
  '003',
  '090',
  '092',
  '089',
  '023',
  '027',
  '002',
  '007',
  '012',
  '031',
  '032',
  '034',
  '035',
  '037',
  '039',
  '045',
  '048',
  '050',
  '064',
  '071',
  '054',
] as const;
export type BankCode = (typeof bankCodes)[number];

/**
 * Banks change the length of their numbers, so only impossible lengths are refused; the look-up of the holder
 * decides.
 */
export const accountNumberLength = { min: 10, max: 16 } as const;

/**
 * Normalizes a number to E.164: `010-1234-5678`, `+82 10 1234 5678`. Mobile prefixes of Korea and Japan do not
 * overlap, so a number without a country code is unambiguous. Null if it cannot be a mobile number.
 */
export function normalizePhone(text: string): string | null {
  const plain = plainDigits(text).replaceAll(/[\s().-]/g, '');
  const international = plain.replace(/^00/, '+');
  if (international.startsWith('+82')) return korean(international.slice(3));
  if (international.startsWith('+81')) return japanese(international.slice(3));
  if (international.startsWith('+')) return /^\+[1-9]\d{7,14}$/.test(international) ? international : null;
  return plain.startsWith('0') ? (korean(plain) ?? japanese(plain)) : null;
}

function korean(national: string): string | null {
  const [, number] = /^0?(1(?:0\d{8}|[16-9]\d{7,8}))$/.exec(national) ?? [];
  return number === undefined ? null : `+82${number}`;
}

function japanese(national: string): string | null {
  const [, number] = /^0?([789]0\d{8})$/.exec(national) ?? [];
  return number === undefined ? null : `+81${number}`;
}

/** Country codes with one and two digits (ITU-T E.164); all others have three. */
const oneDigit = /^[17]/;
const twoDigits = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Returns a form such as `+82 •••• 5678`, by which the owner recognises it. */
export function maskPhone(phone: string): string {
  const digits = phone.slice(1);
  const length = oneDigit.test(digits) ? 1 : twoDigits.test(digits) ? 2 : 3;
  return `+${digits.slice(0, length)} •••• ${phone.slice(-4)}`;
}

/** Compares names of holders, which banks write with or without spaces and company forms. */
export function sameHolder(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/주식회사|\(주\)|㈜|\s/g, '')
    .toLowerCase();
}

/** Returns the seconds until a code may be requested again; 0 if at once. */
export function secondsToResend(requestedAt: Date | null, now: Date): number {
  if (!requestedAt) return 0;
  return Math.max(0, Math.ceil((requestedAt.getTime() - now.getTime()) / 1000 + resendSeconds));
}
