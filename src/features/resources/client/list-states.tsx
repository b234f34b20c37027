import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { Elsewhere } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';

/** Error above a list: the reason, the state of the automatic retry and a button to retry now. */
export function ListProblem(props: { trouble: Error; automatic: boolean; refresh(): void }) {
  const { trouble, automatic, refresh } = props;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-4 rounded-md bg-danger-soft p-4 text-danger"
    >
      <p>
        {m['resources.list.error']()} {automatic && m['resources.list.retrying']()}
        <span className="block text-sm">{describeError(trouble)}</span>
      </p>
      <Button look="danger" onClick={refresh}>
        <RefreshCw aria-hidden="true" className="size-4" />
        {m['resources.list.retry']()}
      </Button>
    </div>
  );
}

/** Shown for an empty list. */
export function EmptyList({ search, type }: { search: string | undefined; type: string | undefined }) {
  return (
    <div className="grid min-h-72 content-center justify-items-center gap-3 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">
        {search === undefined
          ? m['resources.list.empty']()
          : m['resources.list.no_results']({ term: search })}
      </p>
      {search !== undefined && <p className="text-ink-soft">{m['resources.list.no_results_hint']()}</p>}
      <Elsewhere kind="resources" text={search} />
      {search !== undefined && (
        <Link to="/wanted/{-$id}" params={{ id: 'new' }} search={{ what: search }} className={buttonClass()}>
          {m['resources.list.post_wanted']()}
        </Link>
      )}
      {(search !== undefined || type !== undefined) && (
        <Link to="/resources" className={buttonClass(search === undefined ? 'primary' : 'secondary')}>
          {m['resources.list.view_all']()}
        </Link>
      )}
    </div>
  );
}
