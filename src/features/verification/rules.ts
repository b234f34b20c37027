export const codeDigits = 6;
export const codeMinutes = 5;
export const codeTries = 5;
/** A message takes a while; whoever asks again at once would get two. */
export const resendSeconds = 60;

/** After an account was changed nothing is paid out to it: time for its owner to object. */
export const payoutHoldHours = 72;

/** The banks of Korea with the codes of KFTC (금융결제원), in the order people look for them. */
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

/** Banks change their numbers' lengths, so only what no bank has is refused; the look-up of the holder decides. */
export const accountNumberLength = { min: 10, max: 16 } as const;

/** Bank books print numbers with hyphens, and phones paste them so. */
export function plainAccountNumber(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s\u002d\u2010-\u2015\u2212]/g, '');
}

/**
 * A number as people write it, in E.164: `010-1234-5678`, `+82 10 1234 5678`. Mobile prefixes of Korea and Japan do not
 * overlap, so a number without a country says which it is. Null for what cannot be a mobile number.
 */
export function normalizePhone(text: string): string | null {
  const plain = text.normalize('NFKC').replaceAll(/[\s().-]/g, '');
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

/** Country codes of one and of two digits (ITU-T E.164); all others have three. */
const oneDigit = /^[17]/;
const twoDigits = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** `+82 •••• 5678`: enough to know one's own number by. */
export function maskPhone(phone: string): string {
  const digits = phone.slice(1);
  const length = oneDigit.test(digits) ? 1 : twoDigits.test(digits) ? 2 : 3;
  return `+${digits.slice(0, length)} •••• ${phone.slice(-4)}`;
}

/** Banks write names with or without spaces and forms of companies; they are the same names. */
export function sameHolder(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/주식회사|\(주\)|㈜|\s/g, '')
    .toLowerCase();
}

/** When a code may be asked for again; 0 is now. */
export function secondsToResend(requestedAt: Date | null, now: Date): number {
  if (!requestedAt) return 0;
  return Math.max(0, Math.ceil((requestedAt.getTime() - now.getTime()) / 1000 + resendSeconds));
}
