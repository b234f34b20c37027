import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Page } from './api.ts';

type PageQuery<Item> = UseQueryOptions<Page<Item>, Error, Page<Item>, string[]>;

/** List with a button that loads the next page. */
export function GrowingList<Item>(props: {
  query(page: number): PageQuery<Item>;
  empty: string;
  children(items: Item[]): ReactNode;
}) {
  const [pages, setPages] = useState(1);
  return Array.from({ length: pages }, (_, index) => (
    <ListPage
      key={index}
      query={props.query(index + 1)}
      number={index + 1}
      empty={props.empty}
      onMore={index + 1 === pages ? () => setPages(pages + 1) : null}
    >
      {props.children}
    </ListPage>
  ));
}

function ListPage<Item>(props: {
  query: PageQuery<Item>;
  number: number;
  empty: string;
  onMore: (() => void) | null;
  children(items: Item[]): ReactNode;
}) {
  const { data, error, refetch } = useQuery(props.query);
  if (error && !data) {
    return (
      <LoadFailed retry={() => refetch()}>
        {m['social.actions.load_failed']()} {describeError(error, '')}
      </LoadFailed>
    );
  }
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  // Past the end the server returns the last page, which is shown already.
  if (data.page < props.number) return null;
  if (data.items.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-6 text-center text-ink-soft">
        {props.empty}
      </p>
    );
  }
  return (
    <>
      {props.children(data.items)}
      {props.onMore && data.page < data.pageCount && (
        <Button look="secondary" className="w-fit justify-self-center" onClick={props.onMore}>
          {m['social.actions.more']()}
        </Button>
      )}
    </>
  );
}
