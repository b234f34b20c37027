import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { toCsv } from '#platform/shared/csv.ts';
import type { Transaction } from '../contract.ts';

const kinds: Record<Transaction['kind'], (locale: Locale) => string> = {
  paid: (locale) => m['payments.kind.paid']({}, { locale }),
  refund_decided: (locale) => m['payments.kind.refund_decided']({}, { locale }),
  refunded: (locale) => m['payments.kind.refunded']({}, { locale }),
  earned: (locale) => m['payments.kind.earned']({}, { locale }),
  paid_out: (locale) => m['payments.kind.paid_out']({}, { locale }),
  payout_returned: (locale) => m['payments.kind.payout_returned']({}, { locale }),
  debt: (locale) => m['payments.kind.debt']({}, { locale }),
  netted: (locale) => m['payments.kind.netted']({}, { locale }),
  corrected: (locale) => m['payments.kind.corrected']({}, { locale }),
};

export function statementCsv(lines: readonly Transaction[], locale: Locale): string {
  const head = [
    m['payments.csv.at']({}, { locale }),
    m['payments.csv.kind']({}, { locale }),
    m['payments.csv.title']({}, { locale }),
    m['payments.csv.amount']({}, { locale }),
    m['payments.csv.currency']({}, { locale }),
    m['payments.csv.order']({}, { locale }),
  ];
  const day = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Seoul',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const rows = lines.map((line) => [
    day.format(new Date(line.at)),
    kinds[line.kind](locale),
    line.title ?? '',
    String(line.amount),
    line.currency,
    line.orderId ?? '',
  ]);
  return toCsv([head, ...rows]);
}
