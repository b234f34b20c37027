import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button, buttonClass } from '#ui/button.tsx';
import type { OrderDetail } from '../contract.ts';
import { isTerminal, type PersonEvent } from '../states.ts';
import { arrange } from './action-order.ts';
import { ActionForm } from './action-form.tsx';
import { guidedEvents, isGuided } from './arrival.tsx';
import { Card } from './card.tsx';
import { Obstacles } from './obstacles.tsx';
import { actionLabel, actionName } from './order-words.ts';

/** While the outcome of one payment is unknown, a second one is not offered. */
function isPayable({ side, state, isFree, payment }: OrderDetail): boolean {
  if (side !== 'buyer' || state !== 'created' || isFree) return false;
  return payment === null || !['unknown', 'confirming', 'waiting_deposit'].includes(payment.state);
}

/** Actions open to the reader, each with its own form, and the reasons why the others are unavailable. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const { cannot } = order;
  // The guide of the arrival has some of them.
  const can = isGuided(order) ? order.can.filter((event) => !guidedEvents.has(event)) : order.can;
  const [chosen, setChosen] = useState<PersonEvent | null>(null);
  // The chosen action may have become impossible meanwhile.
  const open = chosen !== null && can.includes(chosen) ? chosen : null;
  const arranged = arrange({ ...order, can });
  if (can.length === 0 && cannot.length === 0 && isTerminal(order.state)) return null;
  if (can.length === 0 && isGuided(order)) return null;
  return (
    <div className="print:hidden">
      <Card title={m['orders.page.actions']()}>
        {can.length === 0 && !isGuided(order) && (
          <p className="text-ink-soft">{m['orders.page.nothing_to_do']()}</p>
        )}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {isPayable(order) && order.delivery.isOpen && order.auctionId !== null && (
            <Link to="/auctions/$" params={{ _splat: `${order.auctionId}/order` }} className={buttonClass()}>
              {m['orders.page.delivery.arrange']()}
            </Link>
          )}
          {isPayable(order) && !order.delivery.isOpen && (
            // Needs a full page load, because the CSP of payment pages belongs to their document.
            <Link
              to="/payment/service/$id"
              params={{ id: order.serviceId ?? 'order' }}
              search={{ order: order.id }}
              reloadDocument
              className={buttonClass()}
            >
              {m['orders.page.pay']()}
            </Link>
          )}
          {arranged.map(({ event, look }) => (
            <Button
              key={event}
              look={look}
              aria-expanded={open === event}
              onClick={() => setChosen(open === event ? null : event)}
            >
              {actionLabel(actionName(event, order), order)}
            </Button>
          ))}
        </div>
        {open !== null && (
          <ActionForm
            key={open}
            order={order}
            event={open}
            look={arranged.find(({ event }) => event === open)?.look ?? 'primary'}
            onClose={() => setChosen(null)}
          />
        )}
        <Obstacles order={order} />
      </Card>
    </div>
  );
}
