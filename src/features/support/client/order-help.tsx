import { useQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { isOver } from '../rules.ts';
import { sessionsQuery } from './api.ts';
import { HelpLink } from './help-link.tsx';
import { SessionRow } from './session-row.tsx';

/** Help with an order, shown to its two parties; the other party is asked first. */
export function OrderHelp({ orderId }: { orderId: string }) {
  const { data } = useQuery(sessionsQuery(orderId));
  const open = data?.filter(({ state }) => !isOver(state)) ?? [];
  return (
    <section
      aria-labelledby="order-help"
      className="grid gap-3 rounded-lg border border-line bg-surface p-5 md:p-6 print:hidden"
    >
      <h2 id="order-help" className="text-xl font-bold">
        {m['support.order.title']()}
      </h2>
      <p className="text-ink-soft">{m['support.order.lead']()}</p>
      {open.length > 0 && (
        <ul className="grid gap-3">
          {open.map((session) => (
            <li key={session.id}>
              <SessionRow session={session} />
            </li>
          ))}
        </ul>
      )}
      <HelpLink about={{ order: orderId }} className={buttonClass('secondary', 'w-fit')}>
        <LifeBuoy aria-hidden="true" className="size-5" />
        {m['support.ask.open']()}
      </HelpLink>
    </section>
  );
}
