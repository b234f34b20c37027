import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { unreadSearch } from '#platform/client/address-search.ts';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { Conversation } from '../contract.ts';
import { conversationsQuery, readPage } from './api.ts';
import { Face } from './face.tsx';
import { LoginNeeded } from './login-needed.tsx';

export const Route = createFileRoute('/my/conversations/')({
  validateSearch: unreadSearch<{ page?: number }>,
  loader: async ({ context, location }) =>
    (await import('./load-conversations.ts'))?.loadConversations(context.queryClient, location.search),
  head: loadedHead,
  component: ConversationsPage,
});

function ConversationsPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const page = readPage(Route.useSearch());
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{m['conversations.list.title']()}</h1>
      {user ? <List page={page} /> : <LoginNeeded />}
    </div>
  );
}

function List({ page }: { page: number }) {
  const { data, error, refetch } = useQuery({
    ...conversationsQuery(page),
    placeholderData: (before) => before,
  });
  if (error && !data) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  if (data.items.length === 0) {
    return (
      <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
        <p>{m['conversations.list.empty']()}</p>
        <Link to="/services" className={buttonClass('secondary')}>
          {m['conversations.list.find']()}
        </Link>
      </div>
    );
  }
  return (
    <>
      <ul className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {data.items.map((conversation) => (
          <li key={conversation.id}>
            <Row conversation={conversation} />
          </li>
        ))}
      </ul>
      <Pagination
        page={data.page}
        pageCount={data.pageCount}
        words={{
          pages: m['conversations.list.pages'](),
          previous: m['conversations.list.previous'](),
          next: m['conversations.list.next'](),
          page: (each) => m['conversations.list.page']({ page: each }),
        }}
        renderLink={(each, { label, current, className, children }) => (
          <Link
            to="/my/conversations"
            search={each > 1 ? { page: each } : {}}
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
  );
}

const badge = 'rounded-sm px-2 text-sm';

function Row({ conversation }: { conversation: Conversation }) {
  const formatMoment = useFormatMoment();
  const { id, other, subject, lastMessage, unread, role, orderId, resourceId, waitingSince } = conversation;
  const text = lastMessage.text === '' ? m['conversations.list.erased']() : lastMessage.text;
  return (
    <Link
      to="/my/conversations/$id"
      params={{ id }}
      className="flex gap-3 p-4 hover:bg-accent-soft focus-visible:-outline-offset-2"
    >
      <Face author={other} />
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={unread > 0 ? 'font-bold' : 'font-semibold'}>
            {other?.fullName ?? m['conversations.list.gone']()}
          </span>
          {unread > 0 && (
            <span className={`${badge} bg-accent font-semibold text-on-accent`}>
              {m['conversations.list.unread']({ count: unread })}
            </span>
          )}
          {waitingSince !== null && (
            <span className={`${badge} bg-accent-soft text-accent-strong`}>
              {role === 'provider'
                ? m['conversations.list.must_answer']()
                : m['conversations.list.waiting']()}
            </span>
          )}
          <time dateTime={lastMessage.createdAt} className="text-sm text-ink-soft sm:ml-auto">
            {formatMoment(lastMessage.createdAt)}
          </time>
        </span>
        <span className="text-sm break-words text-ink-soft">
          {role === 'provider' &&
            orderId === null &&
            `${resourceId === null ? m['conversations.list.as_provider']() : m['conversations.list.as_author']()} · `}
          {subject === '' ? m['conversations.talk.untitled']() : subject}
        </span>
        <span className="line-clamp-2 break-words">
          {lastMessage.mine ? m['conversations.list.mine']({ text }) : text}
        </span>
      </span>
    </Link>
  );
}
