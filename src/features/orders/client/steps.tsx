import { Check, Pause, X } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment, useTimeZone } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import type { OrderDetail } from '../contract.ts';
import type { StepCode, StepStatus } from '../steps.ts';
import { Card } from './card.tsx';
import { isLot, stateWords } from './order-words.ts';
import { Photos } from './photos.tsx';

type Step = OrderDetail['steps'][number];

const names: Record<StepCode, () => string> = {
  placed: m['notifications.step.placed'],
  paid: m['notifications.step.paid'],
  accepted: m['notifications.step.accepted'],
  begun: m['notifications.step.begun'],
  made: m['notifications.step.made'],
  sent: m['notifications.step.sent'],
  ready: m['notifications.step.ready'],
  handed_over: m['notifications.step.handed_over'],
  arrived: m['notifications.step.arrived'],
  fetched: m['notifications.step.fetched'],
  completed: m['notifications.step.completed'],
  disputed: m['notifications.step.disputed'],
  ended: m['notifications.step.ended'],
};

const statuses: Record<StepStatus, () => string> = {
  done: m['orders.page.steps.done'],
  now: m['orders.page.steps.now'],
  later: m['orders.page.steps.later'],
  stopped: m['orders.page.steps.stopped'],
};

/** Most photos of the making that stand below the steps; the history has all. */
const shownPhotos = 6;

/** Steps of the order with their dates, and photos of the making. Upright on phones. */
export function Steps({ order }: { order: OrderDetail }) {
  const { steps, events, making } = order;
  if (steps.length === 0) return null;
  const photos = events
    .flatMap((event) => (event.event === 'progress' ? event.photos : []))
    .slice(-shownPhotos);
  return (
    <Card title={m['orders.page.steps.title']()}>
      <ol className="grid lg:auto-cols-fr lg:grid-flow-col">
        {steps.map((step, index) => (
          <StepRow
            key={step.code}
            step={step}
            order={order}
            isLast={index === steps.length - 1}
            note={step.code === 'begun' && making.machine !== null ? making.machine : null}
          />
        ))}
      </ol>
      {photos.length > 0 && <Photos orderId={order.id} photos={photos} />}
    </Card>
  );
}

const marks: Record<StepStatus, string> = {
  done: 'border-accent bg-accent text-on-accent',
  now: 'border-accent bg-accent-soft text-accent-strong',
  later: 'border-line-strong bg-surface text-ink-soft',
  stopped: 'border-danger bg-danger-soft text-danger',
};

function StepRow(props: { step: Step; order: OrderDetail; isLast: boolean; note: string | null }) {
  const { step, order, isLast, note } = props;
  const { code, status } = step;
  const name = code === 'begun' && isLot(order) ? m['notifications.step.begun_lot']() : names[code]();
  return (
    <li
      aria-current={status === 'now' ? 'step' : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 break-inside-avoid lg:grid-cols-1 lg:content-start lg:gap-y-2"
    >
      <div className="grid grid-rows-[auto_1fr] justify-items-center lg:grid-cols-[auto_1fr] lg:grid-rows-1 lg:items-center">
        <span className={`grid size-7 place-items-center rounded-full border-2 ${marks[status]}`}>
          <Mark code={code} status={status} />
        </span>
        {!isLast && (
          <span
            aria-hidden="true"
            className={`min-h-4 w-0.5 lg:h-0.5 lg:min-h-0 lg:w-full ${status === 'done' ? 'bg-accent' : 'bg-line'}`}
          />
        )}
      </div>
      <div className={`min-w-0 lg:pr-3 ${isLast ? '' : 'pb-4 lg:pb-0'}`}>
        <p className={status === 'later' ? 'text-ink-soft' : 'font-semibold'}>
          {code === 'ended' ? stateWords({ ...order, hasArrived: false }) : name}
          <span className="sr-only"> · {statuses[status]()}</span>
        </p>
        <StepDate step={step} />
        {note !== null && <p className="text-sm text-ink-soft">{note}</p>}
      </div>
    </li>
  );
}

function Mark({ code, status }: { code: StepCode; status: StepStatus }) {
  if (status === 'done') return <Check aria-hidden="true" className="size-4" strokeWidth={3} />;
  if (status === 'stopped') return <X aria-hidden="true" className="size-4" strokeWidth={3} />;
  if (code === 'disputed') return <Pause aria-hidden="true" className="size-4" />;
  return status === 'now' ? <span className="size-2.5 rounded-full bg-accent" /> : null;
}

/** Day on which a step was done, or is expected. */
function StepDate({ step: { code, status, at, by } }: { step: Step }) {
  const formatMoment = useFormatMoment();
  const timeZone = useTimeZone();
  const moment = status === 'done' || status === 'stopped' ? at : by;
  if (moment === null) return null;
  // Days that were agreed on are Korea's, where the work is due.
  const isAgreed = at === null && code !== 'completed' && code !== 'paid' && code !== 'accepted';
  const day = dateFormat(currentLocale(), {
    month: 'short',
    day: 'numeric',
    timeZone: isAgreed ? 'Asia/Seoul' : timeZone,
  }).format(new Date(moment));
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      <time dateTime={moment} title={formatMoment(moment)}>
        {at !== null
          ? day
          : code === 'begun'
            ? m['notifications.step.from']({ day })
            : m['notifications.step.by']({ day })}
      </time>
    </p>
  );
}
