import { Check } from 'lucide-react';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { OrderDetail } from '../contract.ts';
import type { PersonEvent } from '../states.ts';
import { ActionForm } from './action-form.tsx';
import { Card } from './card.tsx';
import { Obstacles } from './obstacles.tsx';

/** Returns whether the buyer is led from the arrival to a decision. */
export function isGuided({ side, state, delivery, proposal }: OrderDetail): boolean {
  return side === 'buyer' && state === 'delivered' && delivery.arrivedAt !== null && proposal === null;
}

/** Events that the guide offers, so that the list of actions leaves them out. */
export const guidedEvents: ReadonlySet<PersonEvent> = new Set([
  'inspect',
  'confirm',
  'rework',
  'propose-settlement',
  'withdraw',
  'dispute',
]);

/** Leads the buyer from what arrived to a decision: photos, dimensions, whether it fits, and what follows. */
export function ArrivalGuide({ order }: { order: OrderDetail }) {
  const [chosen, setChosen] = useState<PersonEvent | null>(null);
  const [skips, setSkips] = useState(false);
  if (!isGuided(order)) return null;
  const { can, arrival } = order;
  const open = chosen !== null && can.includes(chosen) ? chosen : null;
  const isLooking = open === 'inspect' || (arrival === null && !skips && can.includes('inspect'));
  const close = () => {
    setChosen(null);
    setSkips(true);
  };
  return (
    <div className="print:hidden">
      <Card
        title={
          order.delivery.kind === 'digital' ? m['orders.arrival.title_files']() : m['orders.arrival.title']()
        }
      >
        <Stages order={order} isLooking={isLooking} />
        {isLooking ? (
          <ActionForm order={order} event="inspect" look="primary" onClose={close} />
        ) : (
          <>
            {arrival !== null && (
              <p>{arrival.works ? m['orders.arrival.found_works']() : m['orders.arrival.found_faulty']()}</p>
            )}
            <Decisions order={order} open={open} choose={setChosen} />
          </>
        )}
        <Obstacles order={order} />
      </Card>
    </div>
  );
}

function Stages({ order, isLooking }: { order: OrderDetail; isLooking: boolean }) {
  const { dimensions, arrival, events } = order;
  const stages = [
    { name: m['orders.arrival.photo'](), isDone: events.some((event) => hasArrivalPhoto(event)) },
    ...(dimensions.length > 0
      ? [{ name: m['orders.arrival.measure'](), isDone: dimensions.some(({ buyer }) => buyer !== null) }]
      : []),
    { name: m['orders.arrival.judge'](), isDone: arrival !== null },
    { name: m['orders.arrival.decide'](), isDone: false },
  ];
  return (
    <ol className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {stages.map(({ name, isDone }, index) => {
        const isDecision = index === stages.length - 1;
        const isNow = isDecision !== isLooking;
        return (
          <li
            key={name}
            aria-current={isNow ? 'step' : undefined}
            className={`flex items-center gap-2 ${isNow ? 'font-semibold' : 'text-ink-soft'}`}
          >
            <span
              className={`grid size-6 place-items-center rounded-full border text-xs tabular-nums ${
                isDone
                  ? 'border-accent bg-accent text-on-accent'
                  : isNow
                    ? 'border-accent text-accent-strong'
                    : 'border-line-strong'
              }`}
            >
              {isDone ? <Check aria-hidden="true" className="size-4" strokeWidth={3} /> : index + 1}
            </span>
            {name}
          </li>
        );
      })}
    </ol>
  );
}

const hasArrivalPhoto = ({ photos }: OrderDetail['events'][number]) =>
  photos.some(({ kind }) => kind === 'arrival');

type Decision = { event: PersonEvent; title: () => string; hint: () => string };

const decisions: readonly Decision[] = [
  { event: 'inspect', title: m['orders.arrival.again'], hint: m['orders.arrival.again_hint'] },
  { event: 'rework', title: m['orders.arrival.rework'], hint: m['orders.arrival.rework_hint'] },
  { event: 'propose-settlement', title: m['orders.arrival.part'], hint: m['orders.arrival.part_hint'] },
  { event: 'withdraw', title: m['orders.arrival.refund'], hint: m['orders.arrival.refund_hint'] },
  { event: 'dispute', title: m['orders.arrival.dispute'], hint: m['orders.arrival.dispute_hint'] },
  // What cannot be undone comes last.
  { event: 'confirm', title: m['orders.arrival.accept'], hint: m['orders.arrival.accept_hint'] },
];

/** What can follow. Of what works, that is to look again or to accept it; the other ways stay at hand. */
function Decisions(props: {
  order: OrderDetail;
  open: PersonEvent | null;
  choose(event: PersonEvent | null): void;
}) {
  const { arrival, can, isFree } = props.order;
  const possible = decisions
    .filter(({ event }) => can.includes(event))
    .map((each) =>
      each.event === 'confirm' && isFree ? { ...each, hint: m['orders.page.warn.confirm_free'] } : each,
    );
  const isLikely = ({ event }: Decision) =>
    arrival?.works !== true || event === 'inspect' || event === 'confirm';
  const others = possible.filter((each) => !isLikely(each));
  return (
    <>
      <DecisionList {...props} list={possible.filter(isLikely)} />
      {others.length > 0 && (
        <details>
          <summary className="min-h-11 content-center font-semibold">{m['orders.arrival.others']()}</summary>
          <div className="mt-2">
            <DecisionList {...props} list={others} />
          </div>
        </details>
      )}
    </>
  );
}

function DecisionList(props: {
  order: OrderDetail;
  list: readonly Decision[];
  open: PersonEvent | null;
  choose(event: PersonEvent | null): void;
}) {
  const { order, list, open, choose } = props;
  return (
    <ul className="grid gap-3">
      {list.map(({ event, title, hint }) => (
        <li key={event} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Button
            look="secondary"
            aria-expanded={open === event}
            onClick={() => choose(open === event ? null : event)}
            className="w-full justify-start text-left"
          >
            <span>
              <span className="block">{title()}</span>
              <span className="block text-sm font-normal text-ink-soft">{hint()}</span>
            </span>
          </Button>
          {open === event && (
            <ActionForm
              order={order}
              event={event}
              look={event === 'dispute' ? 'danger' : 'primary'}
              onClose={() => choose(null)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
