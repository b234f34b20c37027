import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from './load-failed.tsx';
import { Pagination, type PaginationWords } from './pagination.tsx';

const maxPages = 1e9;

/** Side and page from an address; invalid values fall back to the first. */
export function sideIn<Side extends string>(
  search: Record<string, unknown>,
  sides: readonly [Side, ...Side[]],
  name = 'side',
): { side: Side; page: number } {
  const side = sides.find((each) => each === search[name]) ?? sides[0];
  const page = Number(search['page']);
  return { side, page: Number.isSafeInteger(page) && page > 1 && page < maxPages ? page : 1 };
}

/** {@link sideIn} of the page's address. */
export function useSide<Side extends string>(sides: readonly [Side, ...Side[]], name?: string) {
  return sideIn(useSearch({ strict: false }), sides, name);
}

/** Personal list with tabs, such as sent and received; each tab and page has an address. */
export function SidedList<Side extends string, Item>(props: {
  sides: readonly [Side, ...Side[]];
  sideWords: Record<Side, () => string>;
  label: string;
  side: Side;
  /** Name of the tab in the address. */
  name?: string;
  list: Pick<
    UseQueryResult<{ items: Item[]; page: number; pageCount: number }>,
    'data' | 'error' | 'refetch'
  >;
  words: PaginationWords;
  empty: ReactNode;
  children(items: readonly Item[]): ReactNode;
}) {
  const { sides, sideWords, label, side, name = 'side', list, words, empty, children } = props;
  const { data, error, refetch } = list;
  const searchOf = (to: Side, page = 1) => ({
    ...(to !== sides[0] && { [name]: to }),
    ...(page > 1 && { page }),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <nav aria-label={label} className="border-b border-line">
        <ul className="flex flex-wrap">
          {sides.map((each) => (
            <li key={each}>
              <Link
                to="."
                search={searchOf(each)}
                aria-current={each === side ? 'true' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className="block min-h-11 border-b-2 border-transparent px-4 py-2 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent-strong"
              >
                {sideWords[each]()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {error && !data && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
      {!error && !data && <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />}
      {data?.items.length === 0 && empty}
      {data && data.items.length > 0 && (
        <>
          {children(data.items)}
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={words}
            renderLink={(each, { label: pageLabel, current, className, children: shown }) => (
              <Link
                to="."
                search={searchOf(side, each)}
                aria-label={pageLabel}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className={className}
              >
                {shown}
              </Link>
            )}
          />
        </>
      )}
    </div>
  );
}
