import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { currentUserQuery, Section } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { useTopic } from '#platform/client/realtime.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import type { Settings } from '../contract.ts';
import { notificationKinds, type NotificationKind } from '../rules.ts';
import { notificationsKey, notificationsQuery, settingsQuery } from './list-api.ts';
import { useMarkRead } from './mark-read.ts';
import { NotificationItem } from './notification-item.tsx';

export const Route = createFileRoute('/my/notifications')({
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search['page']);
    return Number.isSafeInteger(page) && page > 1 ? { page } : {};
  },
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context, deps }) =>
    (await import('./load-notifications.ts'))?.loadNotifications(context.queryClient, deps.page),
  head: loadedHead,
  component: NotificationsPage,
});

function NotificationsPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{m['notifications.page.title']()}</h1>
      {user ? (
        <div className="grid gap-6">
          <List />
          <SettingsSection />
        </div>
      ) : (
        <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
          <p>{m['notifications.page.login_needed']()}</p>
          <Link to="/login" search={{ next: '/my/notifications' }} className={buttonClass()}>
            {m['notifications.page.login']()}
          </Link>
        </div>
      )}
    </div>
  );
}

function List() {
  const { page = 1 } = Route.useSearch();
  const { data, isError, error, refetch } = useQuery(notificationsQuery(page));
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: notificationsKey });
  useTopic('user', { onEvent: reload, onAway: reload });
  const markRead = useMarkRead();
  if (isError) {
    return (
      <LoadFailed retry={() => refetch()}>
        {m['notifications.page.failed']()} {describeError(error, '')}
      </LoadFailed>
    );
  }
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  if (data.items.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
        {m['notifications.page.empty']()}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      {data.items.some(({ read }) => !read) && (
        <Button look="secondary" className="justify-self-end" onClick={() => void markRead()}>
          {m['notifications.page.read_all']()}
        </Button>
      )}
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {data.items.map((item) => (
          <li key={item.id}>
            <NotificationItem
              item={item}
              onOpen={() => {
                if (!item.read) void markRead(item.id);
              }}
            />
          </li>
        ))}
      </ul>
      <Pagination
        page={data.page}
        pageCount={data.pageCount}
        words={{
          pages: m['notifications.page.pages'](),
          previous: m['notifications.page.previous'](),
          next: m['notifications.page.next'](),
          page: (each) => m['notifications.page.page']({ page: each }),
        }}
        renderLink={(to, { label, current, className, children }) => (
          <Link
            to="/my/notifications"
            search={to > 1 ? { page: to } : {}}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            activeOptions={{ exact: true }}
            className={className}
          >
            {children}
          </Link>
        )}
      />
    </div>
  );
}

const kindNames: Record<NotificationKind, () => string> = {
  account: () => m['notifications.page.kind.account'](),
  messages: () => m['notifications.page.kind.messages'](),
  orders: () => m['notifications.page.kind.orders'](),
  auctions: () => m['notifications.page.kind.auctions'](),
  social: () => m['notifications.page.kind.social'](),
  follows: () => m['notifications.page.kind.follows'](),
  versions: () => m['notifications.page.kind.versions'](),
  recalls: () => m['notifications.page.kind.recalls'](),
  wanted: () => m['notifications.page.kind.wanted'](),
  searches: () => m['notifications.page.kind.searches'](),
  news: () => m['notifications.page.kind.news'](),
};

function SettingsSection() {
  const { data } = useQuery(settingsQuery);
  const client = useQueryClient();
  async function change(kind: NotificationKind, mail: boolean): Promise<void> {
    try {
      const saved = await sendJson<Settings>('PATCH', '/api/user/notification-settings', {
        mail: { [kind]: mail },
      });
      client.setQueryData(settingsQuery.queryKey, saved);
      toast('success', m['notifications.page.saved']());
    } catch (error) {
      toast('danger', m['notifications.page.failed'](), describeError(error, ''));
    }
  }
  if (!data) return null;
  return (
    <Section title={m['notifications.page.settings']()}>
      <p className="text-ink-soft">{m['notifications.page.settings_text']()}</p>
      <div>
        {notificationKinds.map((kind) => (
          <label key={kind} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={data.mail[kind]}
              onChange={(event) => void change(kind, event.target.checked)}
              className="size-5 shrink-0 accent-accent"
            />
            {kindNames[kind]()}
          </label>
        ))}
      </div>
    </Section>
  );
}
