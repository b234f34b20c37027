import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { formatMoment, useTimeZone } from '#platform/client/local-time.ts';
import { buttonClass } from '#ui/button.tsx';
import type { AuctionDetail, LogRow } from '../contract.ts';
import { closedStates } from '../states.ts';
import { auctionQuery, voidBid } from './api.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { bidderName, won } from './words.ts';

/** Describes one row of the log. */
export function rowWords(row: LogRow, own: number | null): string {
  const who = row.bidder === null ? '' : bidderName(row.bidder, own);
  switch (row.kind) {
    case 'bid':
      return m['auctions.log.bid']({ who });
    case 'buy':
      return m['auctions.log.buy']({ who });
    case 'void':
      return m['auctions.log.void']({ number: row.voided ?? 0 });
    case 'end':
      return m['auctions.log.end']();
    case 'cancel':
      return m['auctions.log.cancel']();
    case 'paid':
      return m['auctions.log.paid']({ who });
    case 'unpaid':
      return m['auctions.log.unpaid']({ who });
    case 'reversed':
      return m['auctions.log.reversed']({ who });
    case 'refunded':
      return m['auctions.log.refunded']({ who });
    case 'offer':
      return m['auctions.log.offer']({ who });
    case 'consent':
      return m['auctions.log.consent']({ who });
    case 'refuse_offer':
      return m['auctions.log.refuse_offer']({ who });
    case 'offer_lapsed':
      return m['auctions.log.offer_lapsed']({ who });
    case 'give_up':
      return m['auctions.log.give_up']();
  }
}

/** Log so far, newest first. */
export function LogList({ auction }: { auction: AuctionDetail }) {
  const { id, log, me, state } = auction;
  const client = useQueryClient();
  const zone = useTimeZone();
  const [voided, setVoided] = useState<number | null>(null);
  const gone = new Set(log.map((row) => row.voided));
  const { mutate, isPending } = useMutation({
    mutationFn: ({ seq, reason }: { seq: number; reason: string }) => voidBid(id, seq, reason),
    onSuccess: (answer) => {
      client.setQueryData(auctionQuery(id).queryKey, answer);
      setVoided(null);
    },
    onError: (error) => toast('danger', m['auctions.admin.failed'](), describeError(error)),
  });
  return (
    <>
      {log.length === 0 ? (
        <p className="text-ink-soft">{m['auctions.log.empty']()}</p>
      ) : (
        <ol className="grid max-h-96 grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface">
          {log.map((row) => (
            <li key={row.sequence} className="grid gap-1 p-3 text-sm">
              <p className="flex flex-wrap justify-between gap-x-3">
                <span className={`font-semibold ${gone.has(row.sequence) ? 'line-through' : ''}`}>
                  {row.sequence}. {rowWords(row, me?.number ?? null)}
                </span>
                <span className="text-ink-soft tabular-nums">{formatMoment(row.at, zone)}</span>
              </p>
              {row.price !== null && row.leader !== null && (
                <p className="text-ink-soft tabular-nums">
                  {m['auctions.log.price_after']({
                    price: won(row.price),
                    who: bidderName(row.leader, me?.number ?? null),
                  })}
                </p>
              )}
              {row.reason !== null && (
                <p className="break-words">{m['auctions.log.reason']({ reason: row.reason })}</p>
              )}
              {me?.can.includes('void') === true && row.kind === 'bid' && !gone.has(row.sequence) && (
                <button
                  type="button"
                  onClick={() => setVoided(row.sequence)}
                  className="min-h-9 w-fit text-danger underline"
                >
                  {m['auctions.admin.void']({ number: row.sequence })}
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      {closedStates.includes(state) && (
        <Link
          to="/auctions/$"
          params={{ _splat: `${id}/log` }}
          className={buttonClass('secondary', 'justify-self-start')}
        >
          {m['auctions.log.check']()}
        </Link>
      )}
      {voided !== null && (
        <ReasonDialog
          title={m['auctions.admin.void']({ number: voided })}
          text={m['auctions.admin.public_reason']()}
          isRequired
          isSending={isPending}
          onClose={() => setVoided(null)}
          onSend={(reason) => mutate({ seq: voided, reason })}
        />
      )}
    </>
  );
}
