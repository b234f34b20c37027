import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { OwnService } from '../contract.ts';
import { ownServicesQuery } from './api.ts';
import { typeName } from './words.ts';

export const Route = createFileRoute('/my/services')({
  loader: async ({ context }) => {
    const user = await context.queryClient.ensureQueryData(currentUserQuery).catch(() => null);
    if (user) await context.queryClient.ensureQueryData(ownServicesQuery).catch(() => null);
  },
  head: () => pageHead({ path: '/my/services', title: m['services.mine.title'](), hidden: true }),
  component: MyServicesPage,
});

const stateNames: Record<OwnService['state'], () => string> = {
  draft: () => m['services.mine.state.draft'](),
  active: () => m['services.mine.state.active'](),
  paused: () => m['services.mine.state.paused'](),
  hidden: () => m['services.mine.state.hidden'](),
};

function MyServicesPage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-bold">{m['services.mine.title']()}</h1>
        {user && (
          <Link to="/services/register/{-$type}" className={buttonClass()}>
            <Plus aria-hidden="true" className="size-4" />
            {m['services.register.service']()}
          </Link>
        )}
      </div>
      {user ? (
        <Mine />
      ) : (
        <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
          <p>{m['services.mine.login_needed']()}</p>
          <Link to="/login" search={{ next: '/my/services' }} className={buttonClass()}>
            {m['services.mine.login']()}
          </Link>
        </div>
      )}
    </div>
  );
}

function Mine() {
  const { data, error, refetch } = useQuery(ownServicesQuery);
  if (error && !data) {
    return (
      <div role="alert" className="grid justify-items-start gap-4 rounded-md bg-danger-soft p-4 text-danger">
        <p>{describeError(error)}</p>
        <Button look="danger" onClick={() => void refetch()}>
          {m['services.list.retry']()}
        </Button>
      </div>
    );
  }
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  if (data.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
        {m['services.mine.empty']()}
      </p>
    );
  }
  return (
    <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
      {data.map((service) => (
        <li key={service.id} className="flex items-center gap-4 p-4">
          <div className="size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
            {service.imageUrl && (
              <img src={service.imageUrl} alt="" loading="lazy" className="size-full object-cover" />
            )}
          </div>
          <div className="min-w-0 flex-1">
            <Link
              to="/services/$id"
              params={{ id: service.id }}
              className="line-clamp-2 font-semibold hover:underline"
            >
              {service.title}
            </Link>
            <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
              <span className="rounded-sm bg-sunken px-2">{stateNames[service.state]()}</span>
              <span>{typeName(service.serviceType)}</span>
              <span>
                {new Intl.DateTimeFormat(currentLocale(), {
                  dateStyle: 'medium',
                  timeZone: 'Asia/Seoul',
                }).format(new Date(service.updatedAt))}
              </span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
