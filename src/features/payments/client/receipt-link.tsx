import type { ReactNode } from 'react';
import { localizePath, type Locale } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';

/**
 * Returns the address of a receipt. The sandbox's receipt is a page of ours in the reader's language; a company's
 * address stays as it is.
 */
export function receiptAddress(url: string, locale: Locale): string {
  const pathname = URL.parse(url)?.pathname ?? '';
  return pathname.startsWith('/payment/sandbox/') ? localizePath(pathname, locale) : url;
}

export function ReceiptLink(props: { url: string; className: string; children: ReactNode }) {
  const { url, className, children } = props;
  return (
    <a
      href={receiptAddress(url, currentLocale())}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
    >
      {children}
    </a>
  );
}
