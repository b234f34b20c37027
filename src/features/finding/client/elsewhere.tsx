import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { resultsPath, type SearchKind } from '../rules.ts';
import { countsQuery } from './api.ts';
import { PathLink } from './path-link.tsx';
import { howMany } from './words.ts';

/** In an empty list: what the same search finds of other kinds. */
export function Elsewhere({ kind: here, text }: { kind: SearchKind; text: string }) {
  const { data } = useQuery(countsQuery(text));
  const others = data?.kinds.filter(({ kind, count }) => kind !== here && count > 0) ?? [];
  if (others.length === 0) return null;
  return (
    <div className="grid justify-items-center gap-3">
      <p className="break-keep">{m['finding.elsewhere.title']()}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {others.map(({ kind, count }) => (
          <li key={kind}>
            <PathLink to={resultsPath(kind, text)} className={buttonClass('secondary')}>
              {howMany[kind]({ count })}
            </PathLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
