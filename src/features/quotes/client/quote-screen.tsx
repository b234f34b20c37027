import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { formatSizes, PrintFindings, unitNames } from '#features/resources/client/public.tsx';
import {
  colorName,
  deliveryWords,
  money,
  serviceQuery,
  materialName,
} from '#features/services/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { usualPrinter } from '#platform/shared/models/printability.ts';
import { parseMoney } from '#platform/shared/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Quote, QuotedPart } from '../contract.ts';
import { lowerQuote, quoteQuery } from './api.ts';
import { PartList } from './part-list.tsx';
import { PriceLines } from './price-lines.tsx';
import { formatCount, formatDays, formatPercent, priceOrFree, readyWords } from './words.ts';

type Later = (quote: Quote) => ReactNode;

/** Characters of a hash that tell two files apart at a glance. */
const shownHash = 12;

/** Quote of the reader. */
export function QuoteScreen({
  id,
  estimated,
  later,
}: {
  id: string;
  estimated: unknown;
  /** Another way to go on than to order it now, of a room above. */
  later: Later;
}) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  // Search parameters are untrusted, and may be of any type.
  const before = typeof estimated === 'string' || typeof estimated === 'number' ? Number(estimated) : NaN;
  return (
    <div className="page max-w-3xl py-6 md:py-8">
      {/* Set here instead of in the route's head, because every page carries all routes. */}
      <title>{m['app.title']({ page: m['quotes.quote.title']() })}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">{m['quotes.quote.title']()}</h1>
      <div className="mt-6">
        {user ? <Loaded id={id} estimated={before} later={later} /> : <LoginNeeded />}
      </div>
    </div>
  );
}

/** Returns here after the login. */
function LoginNeeded() {
  const { pathname, searchStr } = useLocation();
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['quotes.quote.login_needed']()}</p>
      <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
        {m['quotes.quote.login']()}
      </Link>
    </div>
  );
}

function Loaded({ id, estimated, later }: { id: string; estimated: number; later: Later }) {
  const { data: quote, error, refetch } = useQuery(quoteQuery(id));
  if (quote) return <Sheet quote={quote} estimated={estimated} later={later} />;
  if (!error) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  if (!(error instanceof ApiError && error.status === 404))
    return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  return (
    <div role="alert" className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{describeError(error)}</p>
      <Link to="/estimate" className={buttonClass()}>
        {m['quotes.quote.new']()}
      </Link>
    </div>
  );
}

/** Returns the ready date while it can be ordered, else the lead time. */
function leadTimeOf({ readyOn, leadTimeDays }: Quote): [string, string][] {
  if (readyOn === null && leadTimeDays === null) return [];
  const words = readyOn === null ? formatDays(leadTimeDays ?? 0) : readyWords(readyOn);
  return [[m['quotes.quote.lead_time'](), words]];
}

/** Lets the provider ask less, until it is ordered. */
function LowerForm({ quote }: { quote: Quote }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const lower = useMutation({
    mutationFn: (principal: number) => lowerQuote(quote.id, principal),
    onSuccess: (lowered) => {
      setTyped('');
      client.setQueryData(quoteQuery(quote.id).queryKey, lowered);
    },
  });
  const principal = parseMoney(typed, quote.currency);
  return (
    <form
      className="grid gap-3 rounded-md bg-sunken p-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (principal !== null) lower.mutate(principal);
      }}
    >
      <TextField
        label={m['quotes.quote.lower']()}
        hint={m['quotes.quote.lower_hint']({ now: money(quote.principal, quote.currency) })}
        inputMode="decimal"
        value={typed}
        error={lower.error ? describeError(lower.error) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        look="secondary"
        className="w-fit"
        disabled={principal === null || lower.isPending}
      >
        {m['quotes.quote.lower_button']()}
      </Button>
    </form>
  );
}

/** Returns what weight and hours were worked out from. */
function basisWords({ slicer, learnedFrom }: Quote): string {
  const words = [
    ...(slicer === null ? [] : [m['quotes.quote.basis.slice']({ slicer })]),
    ...(learnedFrom > 0 ? [m['quotes.quote.basis.learned']({ count: learnedFrom })] : []),
  ];
  return words.length > 0 ? words.join(' ') : m['quotes.quote.basis.formula']();
}

/** What is told of a single file; several have a list. */
function factsOfOne(quote: Quote, part: QuotedPart): [string, string][] {
  return [
    [m['quotes.quote.file'](), part.fileName],
    [m['quotes.quote.hash'](), part.fileSha256.slice(0, shownHash)],
    [
      m['quotes.quote.size'](),
      part.unit === null
        ? formatSizes(part.sizeMm, 'mm')
        : m['quotes.quote.unit_note']({
            size: formatSizes(part.sizeMm, 'mm'),
            unit: unitNames[part.unit](),
          }),
    ],
    [m['quotes.print.material'](), materialName(part.material)],
    ...(part.color === null ? [] : [[m['quotes.print.color'](), colorName(part.color)] as [string, string]]),
    [m['quotes.print.infill'](), formatPercent(part.infill)],
    [m['quotes.print.layer'](), `${formatCount(part.layerHeight)} mm`],
    ...(part.walls === null
      ? []
      : [[m['quotes.print.walls'](), formatCount(part.walls)] as [string, string]]),
    [m['quotes.print.quantity'](), formatCount(quote.quantity)],
  ];
}

const sizeOf = ([x = 0, y = 0, z = 0]: number[]) => [x, y, z] as const;

function Sheet({ quote, estimated, later }: { quote: Quote; estimated: number; later: Later }) {
  const formatMoment = useFormatMoment();
  const { currency, total } = quote;
  const [now] = useState(Date.now);
  const isExpired = Date.parse(quote.expiresAt) < now;
  const { data: service, isError: isGone } = useQuery(serviceQuery(quote.serviceId));
  const only = quote.parts.length === 1 ? quote.parts[0] : undefined;
  const facts: [string, string][] = [
    // The page of a paused service is not visible, but its quote is still binding.
    ...(isGone
      ? []
      : [
          [m['quotes.quote.service'](), service ? inReadersLanguage(service).title : '…'] as [string, string],
        ]),
    [m['quotes.quote.made'](), formatMoment(quote.createdAt)],
    ...(only ? factsOfOne(quote, only) : []),
    ...(quote.plates !== null && quote.quantity > 1
      ? [[m['quotes.quote.plates'](), formatCount(quote.plates)] as [string, string]]
      : []),
    [m['quotes.quote.basis.title'](), basisWords(quote)],
    ...(quote.machine === null ? [] : [[m['quotes.quote.machine'](), quote.machine] as [string, string]]),
    ...leadTimeOf(quote),
    ...(service?.workshop
      ? [
          [
            m['quotes.workshop.delivery.title'](),
            deliveryWords(service.workshop.delivery, currency).join(' · '),
          ] as [string, string],
        ]
      : []),
  ];
  return (
    <article className="grid gap-6 rounded-lg border border-line bg-surface p-4 sm:p-8">
      <div className="grid gap-2">
        <p className="text-ink-soft">{m['quotes.quote.binding']()}</p>
        <p className="text-4xl font-bold text-accent-strong tabular-nums">
          {total === 0
            ? priceOrFree(0, currency)
            : m['quotes.at_most']({ most: priceOrFree(total, currency) })}
        </p>
        {quote.likely && quote.likely.total < total && (
          <p className="tabular-nums">
            {m['quotes.about']({ likely: priceOrFree(quote.likely.total, currency) })}
          </p>
        )}
        <p className={isExpired ? 'font-semibold text-danger' : ''}>
          {isExpired
            ? m['quotes.quote.expired']({ moment: formatMoment(quote.expiresAt) })
            : m['quotes.quote.valid_until']({ moment: formatMoment(quote.expiresAt) })}
        </p>
      </div>
      {estimated >= 0 && estimated !== total && (
        <p className="rounded-md bg-sunken p-4">
          {quote.slicer !== null && total < estimated
            ? m['quotes.quote.sliced_lower']({
                slicer: quote.slicer,
                estimated: priceOrFree(estimated, currency),
              })
            : m['quotes.quote.differs']({
                estimated: priceOrFree(estimated, currency),
                total: priceOrFree(total, currency),
              })}
        </p>
      )}
      {!only && (
        <section aria-label={m['quotes.quote.parts']()} className="grid gap-3">
          <h2 className="text-xl font-bold wrap-anywhere">{quote.title}</h2>
          <PartList parts={quote.parts.map(({ fileName, ...part }) => ({ name: fileName, ...part }))} />
        </section>
      )}
      <section aria-label={m['quotes.quote.sum']()}>
        <PriceLines price={quote} currency={currency} feePercent={quote.feePercent} />
      </section>
      {quote.can.lower && <LowerForm quote={quote} />}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-soft">
        {only ? m['quotes.quote.hash_note']() : m['quotes.quote.hash_note_kit']()}
      </p>
      {quote.parts.map((part, index) => (
        <div key={index} className="grid gap-2">
          {!only && <h2 className="font-semibold wrap-anywhere">{part.fileName}</h2>}
          <PrintFindings
            heading={only ? 'h2' : 'h3'}
            model={{ sizeMm: sizeOf(part.sizeMm), printability: part.printability }}
            settings={{ ...usualPrinter, bedMm: quote.buildMm ? sizeOf(quote.buildMm) : undefined }}
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-3 print:hidden">
        {quote.can.order && (
          // Needs a full page load, because the CSP of payment pages belongs to their document.
          <Link
            to="/payment/service/$id"
            params={{ id: quote.serviceId }}
            search={{ quoteId: quote.id }}
            reloadDocument
            className={buttonClass()}
          >
            {m['quotes.quote.order']()}
          </Link>
        )}
        {quote.can.order && later(quote)}
        {!isGone && (
          <Link to="/services/$id" params={{ id: quote.serviceId }} className={buttonClass('secondary')}>
            {m['quotes.quote.to_service']()}
          </Link>
        )}
        <Button look="secondary" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          {m['quotes.quote.print']()}
        </Button>
        <Link to="/estimate" className={buttonClass('quiet')}>
          {m['quotes.quote.new']()}
        </Link>
      </div>
    </article>
  );
}
