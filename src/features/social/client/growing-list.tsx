import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import type { Page } from './api.ts';

/** A list that grows by a button, with its loading, empty and failed states. */
export function GrowingList<Item>(props: {
  query: {
    data: { pages: Page<Item>[] } | undefined;
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
    refetch(): Promise<unknown>;
  };
  empty: string;
  children(items: Item[]): ReactNode;
}) {
  const { data, error, ...query } = props.query;
  if (error && !data) {
    return (
      <div role="alert" className="grid justify-items-start gap-4 rounded-md bg-danger-soft p-4 text-danger">
        <p>
          {m['social.actions.load_failed']()} {describeError(error, '')}
        </p>
        <Button look="danger" onClick={() => void query.refetch()}>
          {m['social.actions.retry']()}
        </Button>
      </div>
    );
  }
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-6 text-center text-ink-soft">
        {props.empty}
      </p>
    );
  }
  return (
    <>
      {props.children(items)}
      {query.hasNextPage && (
        <Button
          look="secondary"
          className="w-fit justify-self-center"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => {
            if (!query.isFetchingNextPage) void query.fetchNextPage();
          }}
        >
          {query.isFetchingNextPage ? m['social.actions.loading']() : m['social.actions.more']()}
        </Button>
      )}
    </>
  );
}
