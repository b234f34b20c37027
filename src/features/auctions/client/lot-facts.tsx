import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatMoment, useTimeZone } from '#platform/client/local-time.ts';
import type { AuctionDetail } from '../contract.ts';
import { conditionNames, deliveryNames, won } from './words.ts';

type Facts = Pick<
  AuctionDetail,
  'condition' | 'conditionNote' | 'capacity' | 'service' | 'resource' | 'licenceTerms'
>;

/** Properties of the lot, in addition to its description. */
export function LotFacts({ auction }: { auction: Facts }) {
  const zone = useTimeZone();
  const { condition, conditionNote, capacity, service, resource, licenceTerms } = auction;
  const facts: [string, ReactNode][] = [
    ...(condition === null
      ? []
      : [[m['auctions.fact.condition'](), conditionNames[condition]()] as [string, ReactNode]]),
    ...(conditionNote === ''
      ? []
      : [[m['auctions.fact.condition_note'](), conditionNote] as [string, ReactNode]]),
    ...(capacity === null
      ? []
      : [
          [
            m['auctions.fact.capacity'](),
            m['auctions.fact.capacity_words']({
              hours: capacity.hours,
              from: formatMoment(capacity.from, zone),
              until: formatMoment(capacity.until, zone),
            }),
          ] as [string, ReactNode],
        ]),
    ...(service === null
      ? []
      : [
          [
            m['auctions.fact.service'](),
            <Link
              key="service"
              to="/services/$id"
              params={{ id: service.id }}
              className="text-accent-strong underline"
            >
              {service.title}
            </Link>,
          ] as [string, ReactNode],
        ]),
    ...(resource === null
      ? []
      : [
          [
            m['auctions.fact.resource'](),
            <Link
              key="resource"
              to="/resources/$id"
              params={{ id: resource.id }}
              className="text-accent-strong underline"
            >
              {resource.title}
            </Link>,
          ] as [string, ReactNode],
        ]),
    ...(licenceTerms === '' ? [] : [[m['auctions.fact.licence'](), licenceTerms] as [string, ReactNode]]),
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="grid gap-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="break-words whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Delivery methods with their costs. */
export function Handover({
  auction,
}: {
  auction: Pick<AuctionDetail, 'delivery' | 'shippingFee' | 'handover'>;
}) {
  const { delivery, shippingFee, handover } = auction;
  return (
    <>
      <ul className="grid list-disc gap-1 pl-5">
        {delivery.map((kind) => (
          <li key={kind}>
            {deliveryNames[kind]()}
            {kind === 'ship' &&
              ` · ${shippingFee > 0 ? m['auctions.fact.shipping']({ fee: won(shippingFee) }) : m['auctions.fact.shipping_free']()}`}
          </li>
        ))}
      </ul>
      {handover !== '' && <p className="break-words whitespace-pre-line">{handover}</p>}
    </>
  );
}
