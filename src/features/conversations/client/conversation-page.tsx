import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { conversationQuery } from './api.ts';
import { LoginNeeded } from './login-needed.tsx';
import { Talk } from './talk.tsx';

export const Route = createFileRoute('/my/conversations/$id')({
  loader: async ({ context, params }) =>
    (await import('./load-conversations.ts'))?.loadConversation(context.queryClient, params.id),
  head: loadedHead,
  component: ConversationPage,
  notFoundComponent: () => (
    <div className="page max-w-4xl py-8">
      <title>{m['app.title']({ page: m['conversations.talk.not_found']() })}</title>
      <h1 className="text-2xl font-bold">{m['conversations.talk.not_found']()}</h1>
      <Link to="/my/conversations" className={buttonClass('primary', 'mt-6')}>
        {m['conversations.talk.back']()}
      </Link>
    </div>
  ),
});

function ConversationPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { id } = Route.useParams();
  return (
    <div className="page max-w-4xl py-8">
      {user ? (
        <Loaded key={id} id={id} personId={user.id} />
      ) : (
        <>
          <h1 className="mb-6 text-3xl font-bold">{m['conversations.list.title']()}</h1>
          <LoginNeeded />
        </>
      )}
    </div>
  );
}

function Loaded({ id, personId }: { id: string; personId: string }) {
  const { data, error, refetch } = useQuery(conversationQuery(id));
  if (!data) {
    return (
      <>
        <h1 className="mb-6 text-3xl font-bold">{m['conversations.list.title']()}</h1>
        {error ? (
          <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>
        ) : (
          <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />
        )}
      </>
    );
  }
  return <Talk conversation={data} personId={personId} isStale={error !== null} />;
}
