import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { asCategory } from '../rules.ts';
import { ownResourcesQuery, type OwnResource } from './api.ts';
import { LoginNeeded } from './login-needed.tsx';
import { categoryNames, formatCount, formatDay } from './words.ts';

export const Route = createFileRoute('/my/resources')({
  loader: async ({ context }) => {
    const user = await context.queryClient.ensureQueryData(currentUserQuery).catch(() => null);
    if (user) await context.queryClient.ensureQueryData(ownResourcesQuery).catch(() => null);
  },
  head: () => pageHead({ path: '/my/resources', title: m['resources.mine.title'](), hidden: true }),
  component: MyResourcesPage,
});

const stateNames: Record<OwnResource['state'], () => string> = {
  draft: () => m['resources.mine.state.draft'](),
  published: () => m['resources.mine.state.published'](),
  hidden: () => m['resources.mine.state.hidden'](),
};

function MyResourcesPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-bold">{m['resources.mine.title']()}</h1>
        {user && (
          <Link to="/resources/create" className={buttonClass()}>
            <Plus aria-hidden="true" className="size-4" />
            {m['resources.mine.new']()}
          </Link>
        )}
      </div>
      {user ? <Mine /> : <LoginNeeded />}
    </div>
  );
}

function Mine() {
  const list = useQuery(ownResourcesQuery);
  if (list.isError) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-4 rounded-md bg-danger-soft p-4 text-danger"
      >
        <p>
          {m['resources.list.error']()} {describeError(list.error)}
        </p>
        <Button look="danger" onClick={() => void list.refetch()}>
          {m['resources.list.retry']()}
        </Button>
      </div>
    );
  }
  if (!list.data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  if (list.data.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
        {m['resources.mine.empty']()}
      </p>
    );
  }
  return (
    <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
      {list.data.map((resource) => (
        <li key={resource.id} className="flex flex-wrap items-center gap-4 p-4">
          <div className="size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
            {resource.imageUrl && (
              <img src={resource.imageUrl} alt="" loading="lazy" className="size-full object-cover" />
            )}
          </div>
          <div className="min-w-48 flex-1">
            <Link
              to="/resources/$id"
              params={{ id: resource.id }}
              title={resource.title}
              className="line-clamp-2 font-semibold hover:underline"
            >
              {resource.title}
            </Link>
            <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
              <span className="rounded-sm bg-sunken px-2">{stateNames[resource.state]()}</span>
              <span>{categoryNames[asCategory(resource.category)]()}</span>
              <span>{m['resources.card.downloads']({ count: formatCount(resource.downloadCount) })}</span>
              <span>{formatDay(resource.updatedAt)}</span>
            </p>
          </div>
          <Link
            to="/resources/manage/$id"
            params={{ id: resource.id }}
            className={buttonClass('secondary', 'text-sm')}
          >
            {m['resources.mine.manage']()}
          </Link>
        </li>
      ))}
    </ul>
  );
}
