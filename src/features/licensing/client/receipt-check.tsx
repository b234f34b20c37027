import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated, useLocation } from '@tanstack/react-router';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { checkReceipt, unpackReceipt, type Receipt } from '../receipt.ts';
import { purposeNames } from '../words.ts';
import { fetchKeys } from './api.ts';
import { formatCount } from './words.ts';

/** Checks the receipt in the page's address, in the browser; needs no network once the page and the keys are here. */
export function ReceiptCheck() {
  const { hash } = useLocation();
  // The server does not receive the hash.
  const hydrated = useHydrated();
  const { data: keys, error } = useQuery({
    queryKey: ['signing keys'],
    queryFn: fetchKeys,
    staleTime: Infinity,
  });
  const [found, setFound] = useState<Receipt | 'wrong' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      const packed = hash === '' || !keys ? null : await unpackReceipt(hash);
      const receipt = packed && keys ? await checkReceipt(packed, keys) : null;
      if (isCurrent && keys) setFound(receipt ?? 'wrong');
    })();
    return () => {
      isCurrent = false;
    };
  }, [hash, keys]);
  if (hydrated && hash === '') return <p>{m['licensing.check.empty']()}</p>;
  if (error && !keys) return <p role="alert">{m['licensing.check.no_keys']()}</p>;
  if (!hydrated || found === null)
    return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  return found === 'wrong' ? (
    <p role="alert" className="flex gap-3 rounded-lg bg-danger-soft p-5 text-danger">
      <ShieldAlert aria-hidden="true" className="size-6 shrink-0" />
      {m['licensing.check.wrong']()}
    </p>
  ) : (
    <Checked receipt={found} />
  );
}

function Checked({ receipt }: { receipt: Receipt }) {
  const formatMoment = useFormatMoment();
  const locale = currentLocale();
  const facts: [string, string][] = [
    [m['licensing.check.for'](), purposeNames[receipt.purpose]()],
    [m['licensing.check.pieces'](), formatCount(receipt.pieces)],
    [m['licensing.check.license'](), receipt.license],
    [m['licensing.check.version'](), formatCount(receipt.version)],
    [m['licensing.check.share'](), formatMoney(receipt.share, receipt.currency, locale)],
    [m['licensing.check.at'](), formatMoment(receipt.at)],
    [m['licensing.check.order'](), receipt.order],
    [m['licensing.check.files'](), receipt.files.join('\n')],
    [m['licensing.check.license_text'](), receipt.licenseSha256],
  ];
  return (
    <div className="grid gap-5">
      <p role="status" className="flex gap-3 rounded-lg bg-accent-soft p-5 text-accent-strong">
        <ShieldCheck aria-hidden="true" className="size-6 shrink-0" />
        {m['licensing.check.right']()}
      </p>
      <h2 className="text-2xl font-bold break-words">
        {receipt.resource === null ? (
          receipt.title
        ) : (
          <Link to="/resources/$id" params={{ id: receipt.resource }} className="underline">
            {receipt.title}
          </Link>
        )}
      </h2>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        {facts.map(([name, value]) => (
          <div key={name} className="grid gap-1 p-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="break-all whitespace-pre-line tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
