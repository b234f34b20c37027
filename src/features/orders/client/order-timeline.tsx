import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import type { OrderDetail } from '../contract.ts';
import { deliveryBearers } from '../rules.ts';
import { Card } from './card.tsx';
import { byBought, eventWords, sideName } from './order-words.ts';
import { partsOf } from './parts.ts';
import { Photos } from './photos.tsx';

/** Events of the order, newest first, with their texts and photos. */
export function Timeline({ order }: { order: OrderDetail }) {
  const formatMoment = useFormatMoment();
  return (
    <Card title={m['orders.page.timeline']()}>
      <ol className="grid gap-5 border-l-2 border-line pl-4">
        {order.events.toReversed().map((event) => (
          <li key={event.version} className="grid grid-cols-[minmax(0,1fr)] gap-2 break-inside-avoid">
            <div>
              <p className="font-semibold">
                {sideName(event.side, order)} · {eventWords(event, order)}
              </p>
              <p className="text-sm text-ink-soft tabular-nums">
                <time dateTime={event.at}>{formatMoment(event.at)}</time>
              </p>
            </div>
            <KeptWords order={order} detail={event.detail} />
            {event.note !== null && event.note !== '' && (
              <p className="rounded-md bg-sunken p-3 break-words whitespace-pre-line">{event.note}</p>
            )}
            {event.photos.length > 0 && <Photos orderId={order.id} photos={event.photos} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Split that a proposal or a ruling gives to each side. */
function KeptWords({ order, detail }: { order: OrderDetail; detail: Record<string, unknown> }) {
  const { keep } = detail;
  if (typeof keep !== 'number' || order.isFree || detail['outcome'] === undefined) {
    if (detail['proposal'] !== 'settlement' || typeof keep !== 'number') return null;
  }
  const { amounts } = order;
  const part = partsOf(
    order,
    keep,
    deliveryBearers.find((each) => each === detail['deliveryBearer']),
  );
  return (
    <p className="text-sm tabular-nums">
      {byBought(order, m['orders.page.field.split_provider'], m['orders.lot.split_provider'])()}{' '}
      {money(part.provider, amounts.currency)} · {m['orders.page.field.split_buyer']()}{' '}
      {money(part.buyer, amounts.currency)}
    </p>
  );
}
