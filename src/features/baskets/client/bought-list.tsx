import { ExternalLink } from 'lucide-react';
import { formatCount, formatDay, priceOrFree } from '#features/orders/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ChoiceField } from '#ui/choice-field.tsx';
import type { Basket } from '../contract.ts';
import { boughtSum } from '../rules.ts';

/** Parts that are bought elsewhere, with what is there already ticked off. They are a list, and never paid here. */
export function BoughtList(props: {
  bought: Basket['bought'];
  isBusy?: boolean;
  onOwned(line: number, isOwned: boolean): void;
}) {
  const { bought, isBusy, onOwned } = props;
  const { won, unpriced } = boughtSum(bought.lines);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-soft">{m['baskets.bought.text']()}</p>
      <ul className="grid gap-2">
        {bought.lines.map(({ name, quantity, partNumber, url, priceWon, isOwned }, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
            <ChoiceField
              type="checkbox"
              checked={isOwned}
              disabled={isBusy}
              aria-label={m['baskets.bought.have']({ name })}
              onChange={(event) => onOwned(index, event.target.checked)}
            >
              <span className={`wrap-anywhere ${isOwned ? 'text-ink-soft line-through' : ''}`}>
                {name} × {formatCount(quantity)}
              </span>
              <span className="block text-sm text-ink-soft tabular-nums">
                {[
                  partNumber,
                  priceWon === undefined
                    ? m['baskets.bought.no_price']()
                    : priceOrFree(Math.round(priceWon * quantity), 'KRW'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </ChoiceField>
            {url !== undefined && (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                className="inline-flex min-h-11 items-center gap-1 text-accent-strong underline"
                aria-label={m['baskets.bought.shop_of']({ name })}
              >
                {m['baskets.bought.shop']()}
                <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-2 font-semibold" aria-live="polite">
        <span>
          {m['baskets.bought.left']()}
          {unpriced > 0 && (
            <span className="font-normal text-ink-soft">
              {' '}
              {m['baskets.bought.unpriced']({ count: unpriced })}
            </span>
          )}
        </span>
        <span className="tabular-nums">{won === 0 && unpriced > 0 ? '–' : priceOrFree(won, 'KRW')}</span>
      </p>
      {bought.pricedOn !== null && (
        <p className="text-sm text-ink-soft">
          {m['baskets.bought.dated']({ day: formatDay(`${bought.pricedOn}T00:00:00+09:00`) })}
        </p>
      )}
    </div>
  );
}
