import { m } from '#i18n/generated/messages.js';
import type { OrderDetail } from '../contract.ts';
import { actionLabel, actionName } from './order-words.ts';

/** What the reader cannot do now, and why. */
export function Obstacles({ order }: { order: OrderDetail }) {
  const { cannot } = order;
  if (cannot.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">{m['orders.page.cannot']()}</summary>
      <dl className="mt-2 grid gap-3">
        {cannot.map(({ event, words }) => (
          <div key={event}>
            <dt className="font-semibold">{actionLabel(actionName(event, order), order)}</dt>
            <dd className="text-ink-soft">{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
