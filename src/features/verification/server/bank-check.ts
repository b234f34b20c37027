import type { Config } from '#platform/server/config.ts';
import { m } from '#i18n/generated/messages.js';
import { AppError } from '#platform/shared/errors.ts';
import { verificationErrors } from '../contract.ts';
import { sameHolder, type BankCode } from '../rules.ts';

/** Names of banks at PortOne, which does not support HSBC. */
const portOneNames: Partial<Record<BankCode, string>> = {
  '002': 'KDB',
  '003': 'IBK',
  '004': 'KOOKMIN',
  '007': 'SUHYUP',
  '011': 'NONGHYUP',
  '012': 'LOCAL_NONGHYUP',
  '020': 'WOORI',
  '023': 'STANDARD_CHARTERED',
  '027': 'CITI',
  '031': 'DAEGU',
  '032': 'BUSAN',
  '034': 'KWANGJU',
  '035': 'JEJU',
  '037': 'JEONBUK',
  '039': 'KYONGNAM',
  '045': 'KFCC',
  '048': 'SHINHYUP',
  '050': 'SAVINGS_BANK',
  '064': 'NFCF',
  '071': 'POST',
  '081': 'HANA',
  '088': 'SHINHAN',
  '089': 'K_BANK',
  '090': 'KAKAO',
  '092': 'TOSS',
};
const timeoutMs = 20_000;

/**
 * Returns whether a service confirmed the holder: false if none is configured or it does not support the bank. Throws
 * `unknown_account`, `wrong_holder`, or `bank_unavailable` if it cannot answer now.
 */
export async function checkHolder(
  config: Config['bankCheck'],
  account: { bankCode: BankCode; accountNumber: string; holder: string },
): Promise<boolean> {
  const bank = portOneNames[account.bankCode];
  if (config.secret === undefined || bank === undefined) return false;
  const origin = config.fakeOrigin ?? 'https://api.portone.io';
  const answer = await fetch(`${origin}/platform/bank-accounts/${bank}/${account.accountNumber}/holder`, {
    headers: { authorization: `PortOne ${config.secret}` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  const body = (await answer?.json().catch(() => null)) as { holderName?: string; type?: string } | null;
  if (body?.type === 'PLATFORM_NOT_SUPPORTED_BANK') return false;
  if (body?.type === 'PLATFORM_EXTERNAL_API_FAILED' || body?.type === 'INVALID_REQUEST') {
    throw new AppError(verificationErrors.unknown_account, {
      fields: { accountNumber: (locale) => m['verification.error.unknown_account']({}, { locale }) },
    });
  }
  if (!answer?.ok || body?.holderName === undefined) throw new AppError(verificationErrors.bank_unavailable);
  if (!sameHolder(body.holderName, account.holder)) {
    // The actual holder is not revealed.
    throw new AppError(verificationErrors.wrong_holder, {
      fields: { holder: (locale) => m['verification.error.wrong_holder']({}, { locale }) },
    });
  }
  return true;
}
