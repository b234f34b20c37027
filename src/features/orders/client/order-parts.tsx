import { Link } from '@tanstack/react-router';
import { Box, Download, ExternalLink, MapPin } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadModelViewer } from '#features/resources/client/public.tsx';
import { PartList } from '#features/quotes/client/public.tsx';
import { materialName, money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { formatSize } from '#platform/client/format-size.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { buyerFeeOf } from '#platform/shared/fee.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { modelFormatOf } from '#platform/shared/models/mesh.ts';
import { HelpLink } from '#ui/help-link.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import type { OrderDetail } from '../contract.ts';
import type { DeliveryKind } from '../rules.ts';
import { isTerminal } from '../states.ts';
import { filePath } from './api.ts';
import { worksWords } from '../words.ts';
import { Card } from './card.tsx';
import { DepositFacts } from './deposit.tsx';
import { Facts } from './facts.tsx';
import { mapLinks, type MapName } from './map-links.ts';
import {
  byBought,
  isLot,
  outcomeName,
  phaseWords,
  proposalWords,
  relativeWords,
  sideName,
} from './order-words.ts';
import { Photos } from './photos.tsx';
import { SplitSum } from './split-sum.tsx';
import { useNow } from './use-now.tsx';
import { formatCount, formatDay } from './words.ts';

const ModelViewer = lazy(loadModelViewer);
type Fact = readonly [string, ReactNode];

/** Open proposal, with the amount each side would get. */
export function Proposal({ order }: { order: OrderDetail }) {
  const formatMoment = useFormatMoment();
  const { proposal } = order;
  const now = useNow();
  if (!proposal) return null;
  const { expiresAt, keep, kind, side } = proposal;
  return (
    <section className="grid gap-3 rounded-lg border border-accent bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['orders.page.proposal.title']()}</h2>
      <p className="text-lg font-semibold">
        {kind === 'rework' && isLot(order) ? m['orders.lot.proposal.rework']() : proposalWords[kind]()}
      </p>
      <p className="text-ink-soft">
        {m['orders.page.proposal.by']({ who: sideName(side, order) })} ·{' '}
        {m['orders.page.until']({
          moment: formatMoment(expiresAt),
          relative: relativeWords(expiresAt, now),
        })}
      </p>
      {keep !== null && <SplitSum order={order} keep={keep} />}
    </section>
  );
}

/** Asks the buyer for the deposit that the order waits for. */
export function DepositNeeded({ order }: { order: OrderDetail }) {
  const { payment, amounts, state } = order;
  if (state !== 'created' || payment?.state !== 'waiting_deposit' || !payment.deposit) return null;
  return (
    <section className="grid gap-3 rounded-lg border border-accent bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['orders.result.waiting']()}</h2>
      <p>{m['orders.result.waiting_text']({ total: money(amounts.total, amounts.currency) })}</p>
      <DepositFacts deposit={payment.deposit} />
    </section>
  );
}

/** Asks the buyer for a refund account, because a bank transfer needs one. */
export function RefundAccountNeeded({ order }: { order: OrderDetail }) {
  const waiting = order.refunded.filter(({ state }) => state === 'needs_account');
  if (order.side !== 'buyer') return null;
  return waiting.map(({ id, amount }) => (
    <section key={id} className="grid gap-3 rounded-lg border border-accent bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['orders.page.refund_account.title']()}</h2>
      <p>{m['orders.page.refund_account.text']({ amount: money(amount, order.amounts.currency) })}</p>
      <Link to="/my/refunds/$id" params={{ id }} className={buttonClass('primary', 'w-fit')}>
        {m['orders.page.refund_account.go']()}
      </Link>
    </section>
  ));
}

/** Request of the buyer with its files and photos of the result. A lot has no files. */
export function Request({ order }: { order: OrderDetail }) {
  const { description, quantity, parts, leadTimeDays, customMade, hasConsent, files, events, isFree } = order;
  const facts: Fact[] = [
    // Parts say how many there are of each.
    ...(isLot(order) || parts.length > 0
      ? []
      : [[m['orders.page.request.quantity'](), formatCount(quantity)] as const]),
    ...(leadTimeDays === null
      ? []
      : [[m['orders.page.request.lead'](), m['orders.pay.days']({ days: leadTimeDays })] as const]),
    ...(customMade && !isFree
      ? [
          [
            m['orders.page.request.custom'](),
            hasConsent ? m['orders.page.request.custom_yes']() : m['orders.page.request.custom_missing'](),
          ] as const,
        ]
      : []),
  ];
  const printed = order.print?.materials ?? [];
  for (const { material, real } of printed) {
    const name = m['orders.page.request.printed']();
    if (real)
      facts.push([printed.length > 1 ? `${name} · ${materialName(material)}` : name, printedWords(real)]);
  }
  const photos = events.flatMap((event) => event.photos);
  const groups = [
    { title: m['orders.page.request.before'](), photos: photos.filter(({ kind }) => kind === 'pre_ship') },
    { title: m['orders.page.request.after'](), photos: photos.filter(({ kind }) => kind === 'arrival') },
  ];
  return (
    <Card title={isLot(order) ? m['orders.lot.request']() : m['orders.page.request.title']()}>
      {description !== '' && <p className="break-words whitespace-pre-line">{description}</p>}
      {parts.length > 0 && <PartList parts={parts} />}
      {facts.length > 0 && <Facts facts={facts} />}
      {(files.length > 0 || !isLot(order)) && (
        <h3 className="font-semibold">{m['orders.page.request.files']()}</h3>
      )}
      {files.length === 0 ? (
        !isLot(order) && <p className="text-ink-soft">{m['orders.page.request.files_none']()}</p>
      ) : (
        <ul className="grid gap-3">
          {files.map((file) => (
            <li key={file.id}>
              <FileRow orderId={order.id} file={file} />
            </li>
          ))}
        </ul>
      )}
      <h3 className="font-semibold">{m['orders.page.request.photos']()}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {groups.map((group) => (
          <div key={group.title} className="grid content-start gap-2">
            <h4 className="text-sm text-ink-soft">{group.title}</h4>
            {group.photos.length === 0 ? (
              <p className="rounded-md border border-dashed border-line-strong p-4 text-sm text-ink-soft">
                {m['orders.page.request.photos_none']()}
              </p>
            ) : (
              <Photos orderId={order.id} photos={group.photos} large />
            )}
          </div>
        ))}
      </div>
    </Card>
  );
}

function printedWords({ grams, hours }: { grams: number | null; hours: number | null }): string {
  return [
    ...(grams === null ? [] : [`${formatAmount(grams)} g`]),
    ...(hours === null ? [] : [m['orders.page.request.hours']({ hours: formatAmount(hours) })]),
  ].join(' · ');
}

const formatAmount = (amount: number) =>
  numberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(amount);

function FileRow({ orderId, file }: { orderId: string; file: OrderDetail['files'][number] }) {
  const { id, name, size, kind } = file;
  const [isOpen, setIsOpen] = useState(false);
  const address = filePath(orderId, id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-line bg-sunken p-3">
      <p className="break-all">
        <span className="mr-2 text-sm text-ink-soft">
          {kind === 'result'
            ? m['orders.page.request.file_result']()
            : m['orders.page.request.file_request']()}
        </span>
        <span className="font-semibold">{name}</span>{' '}
        <span className="text-ink-soft">{formatSize(size)}</span>
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <a
          href={address}
          download={name}
          aria-label={m['orders.page.request.download']({ name })}
          className={buttonClass('secondary', 'text-sm')}
        >
          <Download aria-hidden="true" className="size-5" />
        </a>
        {modelFormatOf(name) !== null && (
          <Button
            look="secondary"
            className="text-sm"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Box aria-hidden="true" className="size-5" />
            {isOpen ? m['orders.page.request.look_close']() : m['orders.page.request.look']()}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={<p role="status">{m['orders.page.request.look_loading']()}</p>}>
          <ModelViewer address={address} file={{ name, size, triangles: null }} />
        </Suspense>
      )}
    </div>
  );
}

const ways: Record<DeliveryKind, () => string> = {
  ship: () => m['orders.pay.ship'](),
  pickup: () => m['orders.pay.pickup'](),
  digital: () => m['orders.pay.digital'](),
};

export function Delivery({ order }: { order: OrderDetail }) {
  const { delivery, side } = order;
  const formatMoment = useFormatMoment();
  const { address, tracking, deliveredAt, arrivedAt, kind, isOpen } = delivery;
  // Shown above while it waits to be fetched.
  const pickupCode = isWaiting(order) ? null : delivery.pickupCode;
  const facts: Fact[] = [
    [m['orders.page.delivery.how'](), ways[kind]()],
    ...(tracking
      ? [[m['orders.page.delivery.tracking'](), <Parcel key="parcel" tracking={tracking} />] as const]
      : []),
    ...(pickupCode === null ? [] : [[m['orders.page.delivery.pickup_code'](), pickupCode] as const]),
    ...(deliveredAt === null ? [] : [[deliveredWords[kind](), formatMoment(deliveredAt)] as const]),
    ...(arrivedAt === null || kind === 'digital'
      ? []
      : [
          [
            kind === 'pickup' ? m['orders.page.delivery.fetched']() : m['orders.page.delivery.arrived'](),
            formatMoment(arrivedAt),
          ] as const,
        ]),
  ];
  if (order.arrival !== null) facts.push([m['orders.arrival.kept'](), worksWords(order.arrival.works)()]);
  return (
    <Card title={m['orders.page.delivery.title']()}>
      <Facts facts={facts} />
      {address && (
        <div>
          <p className="text-sm text-ink-soft">{m['orders.page.delivery.to']()}</p>
          <address className="break-words not-italic">
            <span className="font-semibold">{address.name}</span>
            <br />
            {[address.postcode, address.address].filter((part) => part !== '').join(' ')}
            <br />
            {address.phone}
            {address.note !== '' && (
              <>
                <br />
                {address.note}
              </>
            )}
          </address>
        </div>
      )}
      {isOpen && <p className="text-sm text-ink-soft">{m['orders.page.delivery.open']()}</p>}
      {!address && !isOpen && kind === 'ship' && side === 'provider' && (
        <p className="text-sm text-ink-soft">
          {byBought(order, m['orders.page.delivery.address_later'], m['orders.lot.address_later'])()}
        </p>
      )}
      {!isWaiting(order) && <PickupPlace order={order} />}
    </Card>
  );
}

const deliveredWords: Record<DeliveryKind, () => string> = {
  ship: () => m['orders.page.delivery.sent'](),
  pickup: () => m['orders.page.delivery.ready'](),
  digital: () => m['orders.page.delivery.handed_over'](),
};

/** Carrier and number of a parcel, with the carrier's own page about it. */
function Parcel({ tracking }: { tracking: NonNullable<OrderDetail['delivery']['tracking']> }) {
  const { carrier, number, url } = tracking;
  return (
    <>
      {`${carrier} ${number}`.trim()}
      {url !== null && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m['orders.page.delivery.track_new']({ carrier })}
          className="flex min-h-11 w-fit items-center gap-1 text-accent-strong underline print:hidden"
        >
          {m['orders.page.delivery.track']()}
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
      )}
    </>
  );
}

/** Returns whether the buyer can fetch it, and has not yet. */
export const isWaiting = ({ side, state, delivery, place }: OrderDetail): boolean =>
  side === 'buyer' &&
  state === 'delivered' &&
  delivery.arrivedAt === null &&
  (place !== null || delivery.pickupCode !== null);

/** Tells the buyer where to fetch it, and the code to show there. */
export function ReadyForPickup({ order }: { order: OrderDetail }) {
  const { pickupCode } = order.delivery;
  if (!isWaiting(order)) return null;
  return (
    <section className="grid gap-4 rounded-lg border border-accent bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['orders.page.delivery.fetch']()}</h2>
      {pickupCode !== null && (
        <p>
          <span className="block text-sm text-ink-soft">{m['orders.page.delivery.pickup_code']()}</span>
          <span className="text-3xl font-bold tabular-nums">{pickupCode}</span>
        </p>
      )}
      <PickupPlace order={order} />
    </section>
  );
}

/** Exact place where it is picked up, with maps that need no key. */
function PickupPlace({ order }: { order: OrderDetail }) {
  const { delivery, place, side, serviceId, state } = order;
  if (delivery.kind !== 'pickup' || isLot(order)) return null;
  if (!place)
    return side === 'buyer' && !isTerminal(state) ? (
      <p className="text-sm text-ink-soft">{m['orders.page.delivery.place_later']()}</p>
    ) : null;
  return (
    <div className="grid gap-2">
      <div>
        <p className="text-sm text-ink-soft">{m['orders.page.delivery.place']()}</p>
        <address className="font-semibold break-words not-italic">{place.address}</address>
      </div>
      {side === 'provider' ? (
        <p className="text-sm text-ink-soft">
          {delivery.deliveredAt === null
            ? m['orders.page.delivery.place_own']()
            : m['orders.page.delivery.place_shown']()}{' '}
          {serviceId !== null && !isTerminal(state) && (
            <Link
              to="/my/services/$id/workshop"
              params={{ id: serviceId }}
              className="inline-block py-1 font-semibold text-accent-strong underline print:hidden"
            >
              {m['orders.page.delivery.place_change']()}
            </Link>
          )}
        </p>
      ) : (
        <ul className="flex flex-wrap gap-2 print:hidden">
          {mapLinks(place, currentLocale()).map(({ map, url }) => (
            <li key={map}>
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass('secondary', 'text-sm')}
              >
                <MapPin aria-hidden="true" className="size-5" />
                {mapNames[map]()}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const mapNames: Record<MapName, () => string> = {
  kakao: () => m['orders.page.delivery.map_kakao'](),
  naver: () => m['orders.page.delivery.map_naver'](),
  google: () => m['orders.page.delivery.map_google'](),
  osm: () => m['orders.page.delivery.map_osm'](),
};

export function Dispute({ order }: { order: OrderDetail }) {
  const formatMoment = useFormatMoment();
  const { dispute } = order;
  if (!dispute) return null;
  const { ruling } = dispute;
  return (
    <Card title={m['orders.page.dispute.title']()}>
      <p>
        {m['orders.page.dispute.opened']({
          who: sideName(dispute.openedBy, order),
          moment: formatMoment(dispute.openedAt),
        })}
      </p>
      <Facts facts={[[m['orders.page.dispute.phase'](), phaseWords[dispute.phase]()]]} />
      <HelpLink about="disputes" />
      {ruling && (
        <>
          <h3 className="font-semibold">{m['orders.page.dispute.ruling_title']()}</h3>
          <p className="font-semibold">{outcomeName(ruling.outcome, order)}</p>
          {!order.isFree && <SplitSum order={order} keep={ruling.keep} />}
          <p className="rounded-md bg-sunken p-3 break-words whitespace-pre-line">{ruling.reason}</p>
        </>
      )}
    </Card>
  );
}

const claimStates = {
  open: () => m['orders.page.claim.open'](),
  accepted: () => m['orders.page.claim.accepted'](),
  refused: () => m['orders.page.claim.refused'](),
};

export function Claim({ order }: { order: OrderDetail }) {
  const { claim, amounts } = order;
  if (!claim) return null;
  return (
    <Card title={m['orders.page.claim.title']()}>
      <Facts
        facts={[
          [m['orders.page.claim.state'](), claimStates[claim.state]()],
          [m['orders.page.claim.amount'](), money(claim.amount, amounts.currency)],
          ...(claim.granted === null
            ? []
            : [
                [
                  buyerFeeOf(order) > 0
                    ? m['orders.page.claim.granted_more']()
                    : m['orders.page.claim.granted_all'](),
                  money(claim.granted, amounts.currency),
                ] as const,
              ]),
          [m['orders.page.claim.known'](), formatDay(`${claim.knownOn}T12:00:00+09:00`)],
        ]}
      />
    </Card>
  );
}
