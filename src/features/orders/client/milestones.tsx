import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import type { OrderDetail } from '../contract.ts';
import { Card } from './card.tsx';
import { stateWords } from './order-words.ts';
import { priceOrFree } from './words.ts';

type Milestone = NonNullable<OrderDetail['milestones']>['whole'];

/** Parts of a large order, each paid and completed on its own. */
export function Milestones({ order }: { order: OrderDetail }) {
  if (!order.milestones) return null;
  const { whole, parts } = order.milestones;
  const all = [whole, ...parts];
  const sum = all.reduce((total, { amounts }) => total + amounts.total, 0);
  return (
    <Card title={m['orders.page.milestones.title']()}>
      <p className="text-sm text-ink-soft">{m['orders.page.milestones.text']()}</p>
      <ol className="grid divide-y divide-line border-y border-line">
        {all.map((each, index) => (
          <li
            key={each.id}
            aria-current={each.id === order.id ? 'step' : undefined}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0">
              <Name milestone={each} isShown={each.id === order.id} />
              <p className="text-sm text-ink-soft">
                {index === 0
                  ? m['orders.page.milestones.whole']()
                  : m['orders.page.milestones.part']({ number: index })}{' '}
                · {stateWords(each)}
              </p>
            </div>
            <span className="tabular-nums">{priceOrFree(each.amounts.total, each.amounts.currency)}</span>
          </li>
        ))}
      </ol>
      <p className="flex justify-between gap-4 font-semibold tabular-nums">
        <span>{m['orders.page.milestones.sum']()}</span>
        <span>{priceOrFree(sum, whole.amounts.currency)}</span>
      </p>
    </Card>
  );
}

function Name({ milestone, isShown }: { milestone: Milestone; isShown: boolean }) {
  if (isShown) return <p className="font-semibold wrap-anywhere">{milestone.title}</p>;
  return (
    <Link
      to="/orders/$id"
      params={{ id: milestone.id }}
      className="inline-block py-1 font-semibold wrap-anywhere text-accent-strong underline"
    >
      {milestone.title}
    </Link>
  );
}
