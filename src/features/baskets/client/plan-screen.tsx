import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { ShoppingBasket } from 'lucide-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { RightsNote } from '#features/licensing/client/public.tsx';
import type { OrderOffer } from '#features/orders/contract.ts';
import { formatCount, priceOrFree, Skeleton } from '#features/orders/client/public.tsx';
import type { Making } from '#features/quotes/contract.ts';
import {
  askForQuote,
  filesFor,
  kitOf,
  makingQuery,
  printableFiles,
  printersQuery,
  readyWords,
  nothingChosen,
  printWords,
} from '#features/quotes/client/public.tsx';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { isLineOfFile, resourceQuery } from '#features/resources/client/public.tsx';
import type { ServiceCard } from '#features/services/contract.ts';
import { AroundField, typeName, useAround } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { describeError, getJson } from '#platform/client/fetcher.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import { basketLimits, boughtSum } from '../rules.ts';
import { addItem, basketKey, setBought } from './api.ts';
import { BoughtList } from './bought-list.tsx';
import { answersWords } from './words.ts';
import { assign, makersOf, printingsOf, type PlannedPart, type Printing } from './plan.ts';

type Search = { city?: unknown; radius?: unknown };
type Way = Making['ways'][number];
/** Service at a fixed price that makes what is not printed, with what it costs. */
type Chosen = { trade: string; service: ServiceCard; offer: OrderOffer; fileIds: string[] };

const servicesShown = 10;
const waitingMs = 3000;

/** Plan for a whole thing: who prints, cuts and solders which part, what is bought, and what all of it comes to. */
export function PlanScreen({ id, search }: { id: string; search: Search }) {
  const {
    data: resource,
    error,
    refetch,
  } = useQuery({
    ...resourceQuery(id),
    // A model is measured soon after its upload.
    refetchInterval: ({ state }) =>
      state.data?.files.some(({ model }) => model?.state === 'waiting') ? waitingMs : false,
  });
  if (resource) return <Plan resource={resource} search={search} />;
  return (
    <>
      <h1 className="mb-6 text-3xl font-bold">{m['baskets.plan.title']()}</h1>
      {error ? (
        <NotRead error={error} retry={refetch}>
          <Link to="/resources" className={buttonClass()}>
            {m['baskets.plan.resources']()}
          </Link>
        </NotRead>
      ) : (
        <Skeleton />
      )}
    </>
  );
}

/** Returns the printable parts of one whole thing that have a price, and those that have none yet. */
function partsOf(resource: ResourceDetail): { parts: PlannedPart[]; unpriced: string[] } {
  const profiles = resource.details.printSettings ?? [];
  const kit = kitOf(printableFiles(resource.files, undefined), profiles, nothingChosen).filter(
    ({ count }) => count > 0,
  );
  const parts: PlannedPart[] = [];
  const unpriced: string[] = [];
  for (const each of kit) {
    if (each.state !== 'measured' || each.isUnitMissing) unpriced.push(each.name);
    else {
      const { id: fileId, name, count, figures, settings } = each;
      const print = { ...settings, quantity: count };
      parts.push({ fileId, name, count, part: { model: figures, print } });
    }
  }
  return { parts, unpriced };
}

function Plan({ resource, search }: { resource: ResourceDetail; search: Search }) {
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUserQuery);
  const around = useAround({
    city: typeof search.city === 'string' ? search.city : undefined,
    radius: search.radius === 'country' ? 'country' : Number(search.radius ?? NaN) || undefined,
  });
  const { point } = around;
  const printers = useQuery(printersQuery(point, around, undefined));
  const making = useQuery(makingQuery(resource.id, point));
  const { parts, unpriced } = partsOf(resource);
  const [today] = useState(() => koreanDay(new Date()));
  const [wishes, setWishes] = useState<ReadonlyMap<string, string>>(new Map());
  const [services, setServices] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const [owned, setOwned] = useState<ReadonlySet<number>>(new Set());

  const near = printers.data?.printers ?? [];
  const conditions = { feePercent: printers.data?.feePercent ?? 0, today };
  const makers = assign(near, parts, wishes, conditions);
  const printings = printingsOf(near, parts, makers, conditions);
  const others = (making.data?.ways ?? []).filter(({ trade }) => !isPricedByWeight(trade));
  const bought = (resource.details.billOfMaterials ?? []).flatMap((line, index) =>
    parts.some(({ name }) => isLineOfFile(line, name)) ? [] : [{ ...line, index, isOwned: owned.has(index) }],
  );
  const chosen = [...services.values()];
  const nobody = parts.filter(({ fileId }) => !makers.has(fileId));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-2">
        <h1 className="text-3xl font-bold">{m['baskets.plan.title']()}</h1>
        <Link
          to="/resources/$id"
          params={{ id: resource.id }}
          className="w-fit py-1 text-lg wrap-anywhere text-accent-strong underline"
        >
          {inReadersLanguage(resource).title}
        </Link>
        <p className="max-w-prose text-ink-soft">{m['baskets.plan.lead']()}</p>
      </header>
      <Suspense>
        <RightsNote resourceId={resource.id} />
      </Suspense>
      <AroundField
        around={around}
        hasCountry
        onChange={(part) =>
          void navigate({
            to: '/make/$id',
            params: { id: resource.id },
            search: (before: object) => ({ ...before, ...part }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {parts.length + unpriced.length > 0 && (
            <Section title={m['baskets.plan.printed']()}>
              {printers.isPending ? (
                <div aria-busy="true" className="h-24 animate-pulse rounded-md bg-sunken" />
              ) : (
                <ul className="grid gap-4">
                  {parts.map((each) => (
                    <PartRow
                      key={each.fileId}
                      planned={each}
                      able={makersOf(near, [each], conditions)}
                      maker={makers.get(each.fileId)}
                      onMaker={(maker) => setWishes(new Map(wishes).set(each.fileId, maker))}
                    />
                  ))}
                </ul>
              )}
              {unpriced.length > 0 && (
                <p className="text-sm">
                  {m['baskets.plan.unpriced']({ names: unpriced.join(', ') })}{' '}
                  <Link
                    to="/estimate"
                    search={{ resourceId: resource.id }}
                    className="text-accent-strong underline"
                  >
                    {m['baskets.plan.to_estimate']()}
                  </Link>
                </p>
              )}
              <p className="text-sm text-ink-soft">{m['baskets.plan.settings']()}</p>
            </Section>
          )}
          {others.map((way) => (
            <OtherTrade
              key={way.trade}
              way={way}
              resource={resource}
              point={point}
              chosen={services.get(way.trade)}
              onChosen={(next) => {
                const changed = new Map(services);
                if (next) changed.set(way.trade, next);
                else changed.delete(way.trade);
                setServices(changed);
              }}
            />
          ))}
          {bought.length > 0 && (
            <Section title={m['baskets.bought.title']()}>
              <BoughtList
                bought={{ lines: bought, pricedOn: koreanDay(new Date(resource.updatedAt)) }}
                onOwned={(line, isOwned) => {
                  const { index } = bought[line]!;
                  const changed = new Set(owned);
                  if (isOwned) changed.add(index);
                  else changed.delete(index);
                  setOwned(changed);
                }}
              />
            </Section>
          )}
        </div>
        <Summary
          resourceId={resource.id}
          printings={printings}
          chosen={chosen}
          bought={bought}
          missing={nobody.length + unpriced.length + (others.length - chosen.length)}
          isSignedIn={Boolean(user)}
        />
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

function PartRow(props: {
  planned: PlannedPart;
  able: ReturnType<typeof makersOf>;
  maker: string | undefined;
  onMaker(id: string): void;
}) {
  const { planned, able, maker, onMaker } = props;
  const name = m['baskets.plan.part']({ name: planned.name, count: formatCount(planned.count) });
  if (able.length === 0) {
    return (
      <li className="grid gap-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-danger">{m['baskets.plan.nobody']()}</p>
      </li>
    );
  }
  return (
    <li>
      <SelectField
        label={name}
        hint={printWords(planned.part.print)}
        value={maker}
        onChange={({ target }) => onMaker(target.value)}
      >
        {able.map(({ printer, offer }) => (
          <option key={printer.id} value={printer.id}>
            {inReadersLanguage({ ...printer, description: '' }).title} · {priceOrFree(offer.total, 'KRW')}
          </option>
        ))}
      </SelectField>
    </li>
  );
}

/** Choice of a maker at a fixed price for what is not printed; others are asked. */
function OtherTrade(props: {
  way: Way;
  resource: ResourceDetail;
  point: { lat: number; long: number };
  chosen: Chosen | undefined;
  onChosen(chosen: Chosen | null): void;
}) {
  const { way, resource, point, chosen, onChosen } = props;
  const files = filesFor(way.trade, resource.files).slice(0, basketLimits.files);
  const near = new URLSearchParams({
    lat: String(point.lat),
    long: String(point.long),
    type: way.trade,
    maxDistance: '500',
    sort: 'distance',
    limit: String(servicesShown),
  });
  const services = useQuery({
    queryKey: ['services', 'plan', String(near)],
    staleTime: 60_000,
    queryFn: ({ signal }) => getJson<ServiceCard[]>(`/api/services/nearby?${near}`, signal),
  });
  // The price of a service is that of its order, not that of its card.
  const offers = useQueries({
    queries: (services.data ?? []).map(({ id }) => ({
      queryKey: ['order offer', id, 'plan'],
      meta: { private: true },
      staleTime: 60_000,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        getJson<OrderOffer>(`/api/services/${id}/offer`, signal),
    })),
  });
  const priced = (services.data ?? []).flatMap((service, index) => {
    const offer = offers[index]?.data;
    return offer?.kind === 'priced' && offer.obstacle === null && offer.amounts?.currency === 'KRW'
      ? [{ service, offer }]
      : [];
  });
  return (
    <Section title={m['baskets.plan.trade']({ trade: typeName(way.trade) })}>
      {files.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {m['baskets.plan.files']({ names: files.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {priced.length > 0 ? (
        <SelectField
          label={m['baskets.plan.choose']()}
          value={chosen?.service.id ?? ''}
          onChange={({ target }) => {
            const found = priced.find(({ service }) => service.id === target.value);
            onChosen(found ? { trade: way.trade, ...found, fileIds: files.map(({ id }) => id) } : null);
          }}
        >
          <option value="">{m['baskets.plan.later']()}</option>
          {priced.map(({ service, offer }) => (
            <option key={service.id} value={service.id}>
              {inReadersLanguage(service).title} · {priceOrFree(offer.amounts?.total ?? 0, 'KRW')}
            </option>
          ))}
        </SelectField>
      ) : (
        !services.isPending && <p className="text-sm">{m['baskets.plan.no_price']()}</p>
      )}
      <Link
        to="/quote-requests/$id"
        params={{ id: 'new' }}
        search={{ resourceId: resource.id, trade: way.trade }}
        className={buttonClass('secondary', 'w-fit')}
      >
        {m['baskets.plan.request']()}
      </Link>
    </Section>
  );
}

/** Sum, dates and who answers, in the order in which they are asked about before paying. */
function Summary(props: {
  resourceId: string;
  printings: readonly Printing[];
  chosen: readonly Chosen[];
  bought: readonly ({ index: number } & Parameters<typeof boughtSum>[0][number])[];
  /** Number of things to be made that have no maker in this plan. */
  missing: number;
  isSignedIn: boolean;
}) {
  const { resourceId, printings, chosen, bought, missing, isSignedIn } = props;
  const { pathname, searchStr } = useLocation();
  const client = useQueryClient();
  const orders = printings.length + chosen.length;
  const total =
    printings.reduce((sum, { offer }) => sum + offer.total, 0) +
    chosen.reduce((sum, { offer }) => sum + (offer.amounts?.total ?? 0), 0);
  const shopping = boughtSum(bought);
  // A press after a failure asks for the same quotes, so that nothing is put in twice.
  const keys = useRef(new Map<string, string>());
  function keyOf(serviceId: string, inputs: readonly object[]): string {
    const about = JSON.stringify([serviceId, inputs]);
    const key = keys.current.get(about) ?? crypto.randomUUID();
    keys.current.set(about, key);
    return key;
  }
  const made = printings.reduce((sum, { parts }) => sum + parts.length, chosen.length);
  const fill = useMutation({
    async mutationFn() {
      // Quotes first: one that is refused leaves the basket as it was.
      const quotes = [];
      for (const { printer, parts } of printings) {
        const inputs = parts.map(({ fileId, part }) => ({ ...part.print, resourceFileId: fileId }));
        quotes.push(await askForQuote(printer.id, inputs, keyOf(printer.id, inputs)));
      }
      for (const { id: quoteId, serviceId } of quotes) await addItem({ serviceId, quoteId });
      for (const { service, fileIds } of chosen)
        await addItem({ serviceId: service.id, resourceFileIds: fileIds });
      await setBought({
        resourceId,
        sets: 1,
        lines: bought
          .slice(0, Math.max(0, basketLimits.lines - made))
          .map(({ index, isOwned }) => ({ line: index, isOwned })),
      });
      await client.invalidateQueries({ queryKey: basketKey });
    },
    // A full page load, because the CSP of payment pages belongs to their document.
    onSuccess: () => window.location.assign(localizePath('/payment/basket', currentLocale())),
  });
  return (
    <section
      aria-label={m['baskets.sum.title']()}
      className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6 lg:sticky lg:top-24"
    >
      <h2 className="text-xl font-bold">{m['baskets.sum.title']()}</h2>
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {printings.map(({ printer, parts, offer }) => (
          <Line
            key={printer.id}
            name={printer.provider.fullName}
            what={m['baskets.plan.kinds']({ count: parts.length })}
            date={offer.readyOn === null ? null : readyWords(offer.readyOn)}
            price={offer.total}
          />
        ))}
        {chosen.map(({ service, offer, trade }) => (
          <Line
            key={service.id}
            name={offer.provider.fullName}
            what={typeName(trade)}
            date={offer.leadTimeDays === null ? null : m['orders.pay.days']({ days: offer.leadTimeDays })}
            price={offer.amounts?.total ?? 0}
          />
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-4 text-lg font-bold tabular-nums">
        <span>{m['baskets.plan.total']()}</span>
        <span>{orders === 0 ? '–' : priceOrFree(total, 'KRW')}</span>
      </p>
      {(missing > 0 || shopping.won + shopping.unpriced > 0) && (
        <ul className="grid gap-1 text-sm text-ink-soft">
          {missing > 0 && <li>{m['baskets.plan.missing']({ count: missing })}</li>}
          {shopping.won > 0 && <li>{m['baskets.plan.plus']({ price: priceOrFree(shopping.won, 'KRW') })}</li>}
          {shopping.unpriced > 0 && <li>{m['baskets.plan.plus_unpriced']({ count: shopping.unpriced })}</li>}
        </ul>
      )}
      <p className="text-sm text-ink-soft">{m['baskets.plan.without_delivery']()}</p>
      {orders > 0 && (
        <p className="text-sm text-ink-soft">
          {answersWords([...printings.map(({ printer }) => printer), ...chosen.map(({ offer }) => offer)])}
        </p>
      )}
      {fill.error && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {describeError(fill.error)}
        </p>
      )}
      {made + bought.length > basketLimits.lines && (
        <p className="text-sm">{m['baskets.plan.too_long']({ most: basketLimits.lines })}</p>
      )}
      {orders > basketLimits.orders && (
        <p role="alert" className="text-danger">
          {m['baskets.error.basket_full']({ most: String(basketLimits.orders) })}
        </p>
      )}
      {isSignedIn ? (
        <Button
          disabled={orders === 0 || orders > basketLimits.orders || fill.isPending || fill.isSuccess}
          onClick={() => fill.mutate()}
        >
          <ShoppingBasket aria-hidden="true" className="size-5" />
          {fill.isPending ? m['baskets.plan.filling']() : m['baskets.plan.fill']()}
        </Button>
      ) : (
        <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
          {m['baskets.plan.login']()}
        </Link>
      )}
    </section>
  );
}

function Line(props: { name: string; what: string; date: string | null; price: number }) {
  const { name, what, date, price } = props;
  return (
    <li className="py-2">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        <span className="shrink-0 font-semibold tabular-nums">{priceOrFree(price, 'KRW')}</span>
      </p>
      <p className="text-sm text-ink-soft">{[what, date].filter(Boolean).join(' · ')}</p>
    </li>
  );
}
