import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { FilterSheet } from '#ui/filter-sheet.tsx';
import type { ResourceCard } from '../contract.ts';
import { facetsQuery, type ListAnswer } from './api.ts';
import { validateListSearch, type ListSearch } from './list-search.ts';
import { formatCount, licenseName } from './words.ts';

const maxTags = 8;

/** Filters of a list. They are forms and links, so that they work without scripts. */
export function ListFilters({
  type,
  query,
  items,
}: {
  type: string | undefined;
  query: ListSearch;
  /** Resources on the page; their tags are offered as filters. */
  items: readonly ResourceCard[];
}) {
  const { data: facets } = useQuery(facetsQuery(type));
  const navigate = useNavigate();
  const { page: _page, ...kept } = query;
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    const of = (name: 'license' | 'fileType') => String(chosen.get(name) ?? '') || undefined;
    const narrowed = { page: undefined, license: of('license'), fileType: of('fileType') };
    void navigate({ to: '.', search: (asked) => validateListSearch({ ...asked, ...narrowed }) });
  }
  // Counts are for the whole category and would be wrong next to a filtered list.
  const counted = Object.keys(kept).every((name) => name === 'sort');
  const tags = frequentTags(items).filter((tag) => tag.toLowerCase() !== query.tag?.toLowerCase());
  return (
    <section aria-label={m['resources.list.filters']()} className="grid gap-3 pt-4">
      <div className="flex flex-wrap items-center gap-3">
        {facets && (
          <form onSubmit={submit} className="flex flex-wrap items-center gap-3">
            {Object.entries(kept).map(
              ([name, value]) =>
                name !== 'license' &&
                name !== 'fileType' && <input key={name} type="hidden" name={name} value={String(value)} />,
            )}
            <FilterSheet count={[query.license, query.fileType].filter(Boolean).length}>
              <FacetSelect
                name="license"
                label={m['resources.list.license']()}
                all={m['resources.list.all_licenses']()}
                chosen={query.license}
                values={facets.licenses}
                counted={counted}
                nameOf={licenseName}
              />
              <FacetSelect
                name="fileType"
                label={m['resources.list.file_type']()}
                all={m['resources.list.all_file_types']()}
                chosen={query.fileType}
                values={facets.fileTypes}
                counted={counted}
                nameOf={(extension) => extension.toUpperCase()}
              />
              <noscript>
                <button type="submit" className={buttonClass('secondary')}>
                  {m['resources.list.apply']()}
                </button>
              </noscript>
            </FilterSheet>
          </form>
        )}
        <Badges query={kept} />
      </div>
      {tags.length > 0 && (
        <nav
          aria-label={m['resources.list.tags']()}
          className="-mx-[16px] overflow-x-auto px-[16px] [scrollbar-width:none] md:mx-0 md:px-0"
        >
          <ul className="flex w-max gap-2 text-sm md:w-auto md:flex-wrap">
            {tags.map((tag) => (
              <li key={tag}>
                <Link
                  to="."
                  search={(asked) => validateListSearch({ ...asked, page: undefined, tag })}
                  className="grid min-h-8 place-items-center rounded-full border border-line bg-surface px-3 hover:border-accent hover:text-accent-strong"
                >
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </section>
  );
}

function FacetSelect(props: {
  name: string;
  label: string;
  all: string;
  chosen: string | undefined;
  values: readonly { value: string; count: number }[];
  counted: boolean;
  nameOf(value: string): string;
}) {
  const { name, label, all, chosen, values, counted, nameOf } = props;
  // A value from the address is offered as chosen even if no resource has it.
  const offered =
    chosen === undefined || values.some(({ value }) => value === chosen)
      ? values
      : [...values, { value: chosen, count: 0 }];
  return (
    <select
      name={name}
      aria-label={label}
      value={chosen ?? ''}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      className="h-11 min-w-0 rounded-md border border-line-strong bg-surface px-3 md:max-w-56"
    >
      <option value="">{all}</option>
      {offered.map(({ value, count }) => (
        <option key={value} value={value}>
          {counted ? `${nameOf(value)} (${formatCount(count)})` : nameOf(value)}
        </option>
      ))}
    </select>
  );
}

/** Active filters, each a link that removes it. */
function Badges({ query }: { query: Omit<ListSearch, 'page'> }) {
  const { tag, license, fileType, exact } = query;
  const chosen = [
    ...(tag === undefined ? [] : [{ key: 'tag' as const, name: `${m['resources.list.tag']()}: ${tag}` }]),
    ...(license === undefined ? [] : [{ key: 'license' as const, name: licenseName(license) }]),
    ...(fileType === undefined ? [] : [{ key: 'fileType' as const, name: fileType.toUpperCase() }]),
    ...(exact ? [{ key: 'exact' as const, name: m['resources.list.exact']() }] : []),
  ];
  if (chosen.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 text-sm">
      {chosen.map(({ key, name }) => (
        <li key={key}>
          <Link
            to="."
            // Uses the address of the moment: a page that is still loading renders the previous filters.
            search={(asked) => validateListSearch({ ...asked, page: undefined, [key]: undefined })}
            aria-label={m['resources.list.remove_filter']({ name })}
            className="flex min-h-8 items-center gap-1 rounded-full bg-accent-soft px-3 font-semibold text-accent-strong hover:underline"
          >
            {name}
            <X aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Returns the tags that occur most often in the shown resources. */
function frequentTags(items: readonly ResourceCard[]): string[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    for (const tag of item?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, maxTags)
    .map(([tag]) => tag);
}

/** Tells that a search was expanded, and links to the search for the exact words. */
export function ExpansionNote({
  query,
  expansion,
}: {
  query: ListSearch;
  expansion: ListAnswer['expansion'];
}) {
  const { page: _page, ...kept } = query;
  if (expansion === null || query.search === undefined) return null;
  const said = { term: query.search, meant: expansion.texts.slice(0, 3).join(', ') };
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-accent-soft px-4 py-2">
      <span>
        {expansion.exactCount === 0
          ? m['resources.list.expanded'](said)
          : m['resources.list.expanded_too'](said)}
      </span>
      <Link
        to="."
        search={{ ...kept, exact: true } as ListSearch}
        className="flex min-h-8 items-center font-semibold text-accent-strong underline"
      >
        {m['resources.list.exact_only']()}
      </Link>
    </p>
  );
}
