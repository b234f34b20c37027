import { ExternalLink } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import type { Guide } from '../contract.ts';

/** Checklist of parts. Those of the current step are highlighted. */
export function PartsList(props: {
  parts: Guide['parts'];
  checked: readonly number[];
  needed: readonly number[];
  onCheck(number: number, isChecked: boolean): void;
}) {
  const { parts, checked, needed, onCheck } = props;
  return (
    <ul className="grid">
      {parts.map(({ number, name, quantity, partNumber, substitute, url }) => (
        <li
          key={number}
          id={`part-${number}`}
          className={`flex md:scroll-mt-24 border-b border-line last:border-b-0 ${needed.includes(number) ? 'bg-accent-soft' : ''}`}
        >
          <label className="flex min-h-12 min-w-0 flex-1 items-start gap-3 px-3 py-3">
            <input
              type="checkbox"
              checked={checked.includes(number)}
              onChange={({ target }) => onCheck(number, target.checked)}
              className="mt-0.5 size-6 shrink-0 accent-accent"
            />
            <span className="grid min-w-0 flex-1 wrap-anywhere">
              <span className={checked.includes(number) ? 'text-ink-soft line-through' : 'font-semibold'}>
                {name}
              </span>
              {partNumber !== null && <span className="text-sm text-ink-soft">{partNumber}</span>}
              {substitute !== null && (
                <span className="text-sm text-ink-soft">
                  {m['assistant.parts.substitute']({ substitute })}
                </span>
              )}
              {needed.includes(number) && (
                <span className="text-sm font-semibold text-accent-strong">{m['assistant.parts.now']()}</span>
              )}
            </span>
            {quantity !== null && (
              <span className="shrink-0 tabular-nums">
                {m['assistant.parts.quantity']({ count: quantity })}
              </span>
            )}
          </label>
          {url !== null && (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              aria-label={m['assistant.parts.where']({ name })}
              className="grid w-12 shrink-0 place-items-center text-accent-strong focus-visible:-outline-offset-3"
            >
              <ExternalLink aria-hidden="true" className="size-5" />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
