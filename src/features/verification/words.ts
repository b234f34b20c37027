import { m } from '#i18n/generated/messages.js';
import type { Told, Words } from '#platform/shared/words.ts';
import type { BankCode } from './rules.ts';

export const bankNames: Record<BankCode, Words> = {
  '002': m['verification.bank.b002'],
  '003': m['verification.bank.b003'],
  '004': m['verification.bank.b004'],
  '007': m['verification.bank.b007'],
  '011': m['verification.bank.b011'],
  '012': m['verification.bank.b012'],
  '020': m['verification.bank.b020'],
  '023': m['verification.bank.b023'],
  '027': m['verification.bank.b027'],
  '031': m['verification.bank.b031'],
  '032': m['verification.bank.b032'],
  '034': m['verification.bank.b034'],
  '035': m['verification.bank.b035'],
  '037': m['verification.bank.b037'],
  '039': m['verification.bank.b039'],
  '045': m['verification.bank.b045'],
  '048': m['verification.bank.b048'],
  '050': m['verification.bank.b050'],
  '054': m['verification.bank.b054'],
  '064': m['verification.bank.b064'],
  '071': m['verification.bank.b071'],
  '081': m['verification.bank.b081'],
  '088': m['verification.bank.b088'],
  '089': m['verification.bank.b089'],
  '090': m['verification.bank.b090'],
  '092': m['verification.bank.b092'],
};

/** Returns the name of a bank, or its code if it has none. */
export function bankName(code: string, told: Told = {}): string {
  return code in bankNames ? bankNames[code as BankCode]({}, told) : code;
}
