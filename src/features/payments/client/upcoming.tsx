import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import type { Earnings } from '../contract.ts';
import { payoutReason, won } from './money-words.ts';

/** Upcoming payouts, with their dates and the reasons for them. */
export function Upcoming({ upcoming }: { upcoming: Earnings['upcoming'] }) {
  return (
    <>
      <ul className="grid gap-3">
        {upcoming.map(({ orderId, title, amount, ...wait }) => (
          <li key={orderId} className="grid gap-1 rounded-lg border border-line bg-surface p-4">
            <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 font-semibold">
              <span className="wrap-anywhere">{title}</span>
              <span className="tabular-nums">{won(amount)}</span>
            </p>
            <p className="text-ink-soft">{payoutReason(wait)}</p>
          </li>
        ))}
      </ul>
      {upcoming.some(({ because }) => because === 'no_account') && (
        <Link to="/my/verification" className={buttonClass('primary', 'w-fit')}>
          {m['payments.statement.verify']()}
        </Link>
      )}
    </>
  );
}
