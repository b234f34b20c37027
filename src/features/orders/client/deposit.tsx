import { bankName } from '#features/verification/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { buttonClass } from '#ui/button.tsx';
import type { OrderDetail } from '../contract.ts';
import { Facts } from './facts.tsx';

type Deposit = NonNullable<NonNullable<OrderDetail['payment']>['deposit']>;

/** Account to which a deposit has to be sent. */
export function DepositFacts({ deposit }: { deposit: Deposit }) {
  const formatMoment = useFormatMoment();
  return (
    <>
      <Facts
        facts={[
          [m['orders.result.bank'](), bankName(deposit.bankCode)],
          [m['orders.result.account'](), deposit.accountNumber],
          [m['orders.result.holder'](), deposit.holder],
          ...(deposit.dueAt === null
            ? []
            : [[m['orders.result.due'](), formatMoment(deposit.dueAt)] as const]),
        ]}
      />
      {deposit.page !== undefined && (
        // Needs a full page load, because the CSP of payment pages belongs to their document.
        <a
          href={localizePath(deposit.page, currentLocale())}
          className={buttonClass('secondary', 'w-fit print:hidden')}
        >
          {m['orders.result.sandbox_deposit']()}
        </a>
      )}
    </>
  );
}
