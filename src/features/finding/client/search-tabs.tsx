import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import type { SearchAnswer } from '../contract.ts';
import {
  resultsPath,
  savableKinds,
  searchKinds,
  type Filters,
  type SavableKind,
  type SearchKind,
} from '../rules.ts';
import { countsQuery } from './api.ts';
import { PathLink } from './path-link.tsx';
import { SaveSearch } from './save-search.tsx';
import { kindNames, shownCount } from './words.ts';

/** Results of each kind as tabs over a list, with counts, and a button that saves the search with the list's filters. */
export function SearchTabs(props: { kind: SearchKind; text: string; filters?: Filters }) {
  const { data } = useQuery(countsQuery(props.text));
  return <Tabs {...props} counts={data?.kinds} />;
}

export function Tabs(props: {
  kind: SearchKind;
  text: string;
  filters?: Filters;
  counts: SearchAnswer['kinds'] | undefined;
}) {
  const { kind: shown, text, filters = {}, counts } = props;
  const savable = savableKinds.find((each): each is SavableKind => each === shown);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <nav
        aria-label={m['finding.tabs.label']()}
        className="min-w-0 flex-1 basis-full border-b border-line md:basis-0"
      >
        <ul className="flex flex-wrap">
          {searchKinds.map((kind) => {
            const found = counts?.find((each) => each.kind === kind);
            const isShown = kind === shown;
            return (
              <li key={kind}>
                <PathLink
                  to={resultsPath(kind, text)}
                  aria-current={isShown ? 'page' : undefined}
                  className={`flex min-h-11 items-center gap-1.5 border-b-2 px-2 whitespace-nowrap sm:px-3 ${isShown ? 'border-accent font-semibold text-accent-strong' : 'border-transparent hover:text-accent-strong'}`}
                >
                  {kindNames[kind]()}
                  {/* The width is kept, so that the tabs stay where they are when the counts arrive. */}
                  <span className="min-w-4 text-sm text-ink-soft tabular-nums">
                    {found && shownCount(found)}
                  </span>
                </PathLink>
              </li>
            );
          })}
        </ul>
      </nav>
      {savable && <SaveSearch saving={{ kind: savable, text, filters }} />}
    </div>
  );
}
