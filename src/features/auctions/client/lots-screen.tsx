import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { AuditLink, Badge, Details, ReasonDialog, StaffTable } from '#features/admin/client/public.tsx';
import { StaffLink } from '#features/payments/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { languages } from '#i18n/languages.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { StaffLot } from '../contract.ts';
import { closedStates, lotsTable, stepOf } from '../states.ts';
import { cancelLots, takeStep } from './api.ts';
import { categoryNames, formatCount, kindNames, stateNames, won } from './words.ts';

const personName = ({ fullName, username }: StaffLot['seller']) => `${fullName} (@${username})`;
const priceOf = ({ price, startPrice }: StaffLot) => price ?? startPrice;

/** Table of all published lots, of any seller and in any state. */
export function LotsScreen() {
  const { data: user = null } = useQuery(currentUserQuery);
  const { draft: _draft, ...publishedStates } = stateNames;
  return (
    <StaffTable<StaffLot>
      list="auctions"
      to="/admin/auctions"
      title={m['auctions.lots.title']()}
      text={m['auctions.lots.text']()}
      searchLabel={m['auctions.lots.search']()}
      shape={lotsTable}
      choices={[
        {
          name: 'state',
          label: m['auctions.lots.state'](),
          all: m['auctions.lots.all'](),
          values: publishedStates,
        },
        { name: 'kind', label: m['auctions.lots.kind'](), all: m['auctions.lots.all'](), values: kindNames },
        {
          name: 'language',
          label: m['auctions.lots.language'](),
          all: m['auctions.lots.all'](),
          values: {
            ko: () => languages.ko.name,
            en: () => languages.en.name,
            ja: () => languages.ja.name,
          },
        },
      ]}
      sorts={{
        newest: () => m['auctions.lots.newest'](),
        oldest: () => m['auctions.lots.oldest'](),
        ending: () => m['auctions.lots.by_end'](),
        price: () => m['auctions.lots.by_price'](),
        bids: () => m['auctions.lots.by_bids'](),
      }}
      columns={[
        { head: m['auctions.lots.lot'](), cell: () => '' },
        {
          head: m['auctions.lots.seller'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ seller }) => `@${seller.username}`,
        },
        { head: m['auctions.lots.kind'](), isSecondary: true, cell: (row) => kindNames[row.lotKind]() },
        {
          head: m['auctions.lots.language'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ language }) => languages[language].name,
        },
        {
          head: m['auctions.lots.price'](),
          isNumber: true,
          isUnbroken: true,
          cell: (row) => amount(priceOf(row)),
        },
        {
          head: m['auctions.lots.bids'](),
          isNumber: true,
          isSecondary: true,
          cell: ({ bidCount }) => formatCount(bidCount),
        },
        {
          head: m['auctions.lots.ends'](),
          isSecondary: true,
          isUnbroken: true,
          cell: ({ endsAt }) => (endsAt === null ? '–' : formatKoreanMoment(endsAt)),
        },
      ]}
      rowName={(row) => row.title}
      Badges={StateBadge}
      Panel={LotPanel}
      acts={[
        {
          name: m['auctions.lots.cancel'](),
          look: 'danger',
          isFor: (row) => mayCancel(row, user),
          title: (count) => m['auctions.lots.cancel_many']({ count }),
          text: m['auctions.lots.cancel_text'](),
          done: (count) => m['auctions.lots.cancel_done']({ count }),
          isFinal: true,
          send: cancelLots,
        },
      ]}
      canExport
    />
  );
}

const amount = (value: number | null) => (value === null ? '–' : won(value));

function mayCancel({ state, seller }: StaffLot, user: { id: string } | null): boolean {
  return stepOf(state, 'cancel', 'admin') !== null && seller.id !== user?.id;
}

function StateBadge({ row: { state } }: { row: StaffLot }) {
  const look = state === 'cancelled' ? 'bad' : state === 'sold' ? 'good' : 'neutral';
  return <Badge look={look}>{stateNames[state]()}</Badge>;
}

function LotPanel({ row }: { row: StaffLot }) {
  const client = useQueryClient();
  const { data: user = null } = useQuery(currentUserQuery);
  const [isCancelling, setIsCancelling] = useState(false);
  const moment = (iso: string | null) => (iso === null ? '–' : formatKoreanMoment(iso));
  return (
    <>
      <Details
        rows={[
          [m['auctions.lots.state'](), stateNames[row.state]()],
          [m['auctions.lots.seller'](), personName(row.seller)],
          [
            m['auctions.lots.kind'](),
            [...new Set([kindNames[row.lotKind](), categoryNames[row.category]()])].join(' · '),
          ],
          [m['auctions.lots.language'](), languages[row.language].name],
          [m['auctions.lots.start_price'](), amount(row.startPrice)],
          [m['auctions.lots.price'](), amount(row.price)],
          [m['auctions.lots.reserve'](), reserveWords(row)],
          ...(row.buyNowPrice === null
            ? []
            : [[m['auctions.lots.buy_now'](), won(row.buyNowPrice)] as const]),
          [
            m['auctions.lots.bids'](),
            m['auctions.lots.bids_of']({
              bids: formatCount(row.bidCount),
              bidders: formatCount(row.bidderCount),
            }),
          ],
          [m['auctions.lots.starts'](), moment(row.startsAt ?? row.publishedAt)],
          [m['auctions.lots.ends'](), moment(row.endsAt)],
          ...(row.winner === null
            ? []
            : [
                [m['auctions.lots.winner'](), personName(row.winner)] as const,
                [m['auctions.lots.winner_price'](), amount(row.winnerPrice)] as const,
              ]),
          ...(row.state === 'awaiting_payment'
            ? [[m['auctions.lots.pay_by'](), moment(row.payBy)] as const]
            : []),
          ...(row.cancelReason === null
            ? []
            : [[m['auctions.lots.cancel_reason'](), row.cancelReason] as const]),
          [m['auctions.lots.id'](), row.id],
        ]}
      />
      <div className="grid gap-2">
        <Link to="/auctions/$" params={{ _splat: row.id }} className={buttonClass('secondary')}>
          {m['auctions.lots.open']()}
        </Link>
        {closedStates.includes(row.state) && (
          <Link to="/auctions/$" params={{ _splat: `${row.id}/log` }} className={buttonClass('secondary')}>
            {m['auctions.log.check']()}
          </Link>
        )}
        {mayCancel(row, user) && (
          <Button look="danger" onClick={() => setIsCancelling(true)}>
            {m['auctions.lots.cancel']()}
          </Button>
        )}
        <AuditLink id={row.id} />
        {row.orderId !== null && <StaffLink to="order" id={row.orderId} isButton />}
      </div>
      {isCancelling && (
        <ReasonDialog
          title={m['auctions.lots.cancel']()}
          text={`${row.title}. ${m['auctions.lots.cancel_text']()}`}
          submit={m['auctions.lots.cancel']()}
          send={async ({ reason = '' }) => {
            await takeStep(row.id, 'cancel', { reason });
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </>
  );
}

/** An unmet reserve is known to the seller only. */
function reserveWords({ hasReserve, reservePrice, isReserveMet }: StaffLot): string {
  if (!hasReserve) return m['auctions.lots.no_reserve']();
  if (reservePrice === null) return m['auctions.lots.reserve_hidden']();
  return isReserveMet
    ? m['auctions.lots.reserve_met']({ price: won(reservePrice) })
    : m['auctions.lots.reserve_missed']({ price: won(reservePrice) });
}
