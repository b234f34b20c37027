import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { ownListQuery } from './api.ts';
import type { loadOwnList } from './load-own.ts';
import { LoginNeeded } from './login-needed.tsx';

export const Route = createFileRoute('/my/$section')({
  loader: async ({ context, params }) =>
    (await import('./load-own.ts'))?.loadOwnList(context.queryClient, params.section),
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: OwnListPage,
});

function OwnListPage() {
  const list = Route.useLoaderData();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{list.title}</h1>
      {user ? <OwnList key={list.name} list={list} /> : <LoginNeeded />}
    </div>
  );
}

function OwnList({ list }: { list: Awaited<ReturnType<typeof loadOwnList>> }) {
  const { data, error, refetch } = useQuery(ownListQuery(list.name));
  if (error && !data) {
    return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  }
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">{list.empty}</p>
      <p className="max-w-prose text-ink-soft">{list.text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {list.meanwhile.map(({ to, name }, index) => (
          <Link key={to} to={to} className={buttonClass(index === 0 ? 'primary' : 'secondary')}>
            {name}
          </Link>
        ))}
      </div>
    </div>
  );
}
