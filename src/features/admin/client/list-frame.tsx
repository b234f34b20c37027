import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { readListSearch, type ListSearch } from './api.ts';

type Found = { items: readonly unknown[]; total: number; page: number; pageCount: number };

/** A searched list in pages, with its loading, empty and failed states. */
export function ListFrame(props: {
  path: string;
  title: string;
  text: string;
  /** Of the search; a list without one cannot be searched. */
  label?: string;
  empty: string;
  search: ListSearch;
  /** What else of the address stays from page to page. */
  kept?: Record<string, string>;
  /** Between the search and the list. */
  above?: ReactNode;
  count(total: number): string;
  query: { data: Found | undefined; error: Error | null; refetch(): Promise<unknown> };
  children: ReactNode;
}) {
  const { path, query, search } = props;
  const navigate = useNavigate();
  const { data, error } = query;
  return (
    <>
      <h1 className="text-3xl font-bold">{props.title}</h1>
      <p className="mt-2 text-ink-soft">{props.text}</p>
      {props.label !== undefined && (
        <form
          key={search.search ?? ''}
          role="search"
          aria-label={props.title}
          className="mt-6 grid items-end gap-3 sm:grid-cols-[1fr_auto]"
          onSubmit={(event) => {
            event.preventDefault();
            const words = new FormData(event.currentTarget).get('search');
            void navigate({
              to: path,
              search: { ...props.kept, ...readListSearch({ search: words }) } as never,
            });
          }}
        >
          <TextField
            label={props.label}
            name="search"
            type="search"
            maxLength={200}
            defaultValue={search.search ?? ''}
            autoComplete="off"
          />
          <Button type="submit">{m['admin.page.search']()}</Button>
        </form>
      )}
      {props.above}
      <p role="status" className="mt-6 mb-3 text-sm text-ink-soft">
        {data && props.count(data.total)}
      </p>
      {error ? (
        <LoadFailed retry={() => query.refetch()}>
          {m['admin.page.failed']()} {describeError(error, '')}
        </LoadFailed>
      ) : !data ? (
        <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />
      ) : data.items.length === 0 ? (
        <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
          <p>{search.search === undefined ? props.empty : m['admin.page.none']()}</p>
          {search.search !== undefined && (
            <Link to={path} search={(props.kept ?? {}) as never} className={buttonClass('secondary')}>
              {m['admin.page.clear']()}
            </Link>
          )}
        </div>
      ) : (
        <>
          <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
            {props.children}
          </ul>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={{
              pages: m['admin.page.pages'](),
              previous: m['admin.page.previous'](),
              next: m['admin.page.next'](),
              page: (each) => m['admin.page.page']({ page: each }),
            }}
            renderLink={(page, { label, current, className, children }) => (
              <Link
                to={path}
                search={{ ...props.kept, ...readListSearch({ ...search, page }) } as never}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true }}
                className={className}
              >
                {children}
              </Link>
            )}
          />
        </>
      )}
    </>
  );
}

/** Chooses one state of a list by its address. */
export function StateLinks(props: {
  path: string;
  label: string;
  chosen: string;
  states: { state: string; name: string }[];
}) {
  return (
    <nav aria-label={props.label} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {props.states.map(({ state, name }) => (
          <li key={state}>
            <Link
              to={props.path}
              search={(state === '' ? {} : { state }) as never}
              aria-current={state === props.chosen ? 'true' : undefined}
              activeOptions={{ exact: true }}
              className="inline-block rounded-full border border-line-strong px-4 py-2 aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent-strong"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
