import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { receivedOf } from '#platform/shared/fee.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { OwnBid as Bid, TenderDetail } from '../contract.ts';
import { ownTendersKey, tenderQuery, withdrawBid } from './api.ts';
import { formatCount, won } from './words.ts';

/** The reader's bid, with the receipt that proves it. */
export function OwnBid({ job, bid, onChange }: { job: TenderDetail; bid: Bid; onChange?: () => void }) {
  const formatMoment = useFormatMoment();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const rank = job.record.find(({ number }) => number === bid.number)?.opened?.rank;
  const withdrawing = useMutation({
    mutationFn: () => withdrawBid(job.id),
    onSuccess: (changed) => {
      client.setQueryData(tenderQuery(job.id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ownTendersKey });
      toast('success', m['tenders.bid.withdrawn']());
    },
    onError: (error) => toast('danger', m['tenders.view.failed'](), describeError(error)),
    onSettled: () => setIsAsking(false),
  });
  const facts: [string, string][] = [
    [m['tenders.bid.principal_short'](), won(receivedOf({ ...job, principal: bid.principal }))],
    [m['tenders.bid.total'](), won(bid.total)],
    [m['tenders.bid.ready_in'](), m['tenders.bid.days']({ count: bid.readyInDays })],
    ...(bid.machine === '' ? [] : [[m['tenders.bid.machine'](), bid.machine] as [string, string]]),
    ...(rank === undefined ? [] : [[m['tenders.rank.rank'](), formatCount(rank)] as [string, string]]),
  ];
  return (
    <div className="grid gap-3 rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">{m['tenders.bid.mine']()}</h3>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="font-semibold break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {bid.note !== '' && <p className="text-sm break-words whitespace-pre-line">{bid.note}</p>}
      <p className="text-sm text-ink-soft">{m['tenders.bid.made']({ moment: formatMoment(bid.madeAt) })}</p>
      <details className="text-sm">
        <summary className="cursor-pointer py-1 font-semibold">{m['tenders.bid.receipt']()}</summary>
        <p className="mt-1 text-ink-soft">{m['tenders.bid.receipt_text']()}</p>
        <p className="mt-2 font-mono text-xs break-all">{bid.commitment}</p>
        <a
          href={`data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify({ tenderId: job.id, ...bid }, null, 2))}`}
          download={`bid-${job.id}-${bid.number}.json`}
          className={buttonClass('secondary', 'mt-2 text-sm')}
        >
          <Download aria-hidden="true" className="size-4" />
          {m['tenders.bid.save']()}
        </a>
      </details>
      {job.state === 'open' && (
        <div className="flex flex-wrap gap-2">
          {onChange && (
            <Button look="secondary" onClick={onChange}>
              {m['tenders.bid.change']()}
            </Button>
          )}
          <Button look="danger" onClick={() => setIsAsking(true)}>
            {m['tenders.bid.withdraw']()}
          </Button>
        </div>
      )}
      {isAsking && (
        <Dialog title={m['tenders.bid.withdraw_title']()} onClose={() => setIsAsking(false)}>
          <p>{m['tenders.bid.withdraw_text']()}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="secondary" onClick={() => setIsAsking(false)}>
              {m['tenders.view.keep']()}
            </Button>
            <Button look="danger" disabled={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
              {m['tenders.bid.withdraw']()}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
