import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError, sendJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import { sourceOf } from '#platform/shared/pictures.ts';
import type { ManagedService, OwnService } from '../contract.ts';
import { ownServicesQuery } from './api.ts';
import { useForgetServices } from './own-api.ts';
import { typeName } from './words.ts';

export const Route = createFileRoute('/my/services')({
  loader: async ({ context }) => (await import('./load-own.ts'))?.loadOwn(context.queryClient),
  head: loadedHead,
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
          <div className="flex flex-wrap gap-3">
            <Link to="/auctions/jobs/{-$id}" params={{ id: undefined }} className={buttonClass('secondary')}>
              {m['services.mine.jobs']()}
            </Link>
            <Link to="/services/register/{-$type}" params={{ type: undefined }} className={buttonClass()}>
              <Plus aria-hidden="true" className="size-4" />
              {m['services.register.service']()}
            </Link>
          </div>
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
    return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
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
        <li key={service.id} className="flex flex-wrap items-center gap-4 p-4">
          <div className="size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
            {service.imageUrl && (
              <img
                {...sourceOf('thumbnail', service.imageUrl)}
                alt=""
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
            )}
          </div>
          <div className="min-w-48 flex-1">
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
                {dateFormat(currentLocale(), {
                  dateStyle: 'medium',
                  timeZone: 'Asia/Seoul',
                }).format(new Date(service.updatedAt))}
              </span>
            </p>
            {service.pausedReason === 'no_answer' && (
              <p className="mt-1 text-sm text-ink-soft">
                {m['services.mine.paused_no_answer']()}{' '}
                <Link to="/my/conversations" className="text-accent-strong underline">
                  {m['services.mine.conversations']()}
                </Link>
              </p>
            )}
            {service.state === 'hidden' && (
              <p className="mt-1 text-sm text-ink-soft">{m['services.mine.hidden_why']()}</p>
            )}
          </div>
          <Actions service={service} />
        </li>
      ))}
    </ul>
  );
}

/** States that the owner can choose; a hidden service can only be edited and deleted. */
const nextStates = {
  draft: {
    to: 'active',
    name: () => m['services.mine.publish'](),
    said: () => m['services.mine.activated'](),
  },
  active: { to: 'paused', name: () => m['services.mine.pause'](), said: () => m['services.mine.paused']() },
  paused: {
    to: 'active',
    name: () => m['services.mine.activate'](),
    said: () => m['services.mine.activated'](),
  },
  hidden: null,
} as const;

function Actions({ service }: { service: OwnService }) {
  const { id, title, serviceType, state } = service;
  const forget = useForgetServices();
  const dialog = useRef<HTMLDialogElement>(null);
  const next = nextStates[state];
  const onError = (error: unknown) => toast('danger', m['services.mine.failed'](), describeError(error));
  const change = useMutation({
    mutationFn: (to: 'active' | 'paused') =>
      sendJson<ManagedService>('PATCH', `/api/services/${id}`, { state: to }),
    onSuccess: () => {
      forget(id);
      if (next) toast('success', next.said());
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => sendJson<null>('DELETE', `/api/services/${id}`),
    onSuccess: () => {
      forget(id);
      toast('success', m['services.mine.removed']());
    },
    onError,
  });
  const needsSteps = change.error instanceof ApiError && change.error.code === 'verification_needed';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {needsSteps && (
        <Link to="/my/verification" className="font-semibold text-accent-strong underline">
          {m['services.mine.verify']()}
        </Link>
      )}
      <Link
        to="/services/register/{-$type}"
        params={{ type: serviceType }}
        search={{ edit: id }}
        aria-label={`${title}: ${m['services.mine.edit']()}`}
        className={buttonClass('secondary')}
      >
        {m['services.mine.edit']()}
      </Link>
      <Link
        to="/my/services/$id/workshop"
        params={{ id }}
        aria-label={`${title}: ${m['services.mine.workshop']()}`}
        className={buttonClass('secondary')}
      >
        {m['services.mine.workshop']()}
      </Link>
      {next && (
        <Button
          look="secondary"
          disabled={change.isPending}
          aria-label={`${title}: ${next.name()}`}
          onClick={() => change.mutate(next.to)}
        >
          {next.name()}
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={`${title}: ${m['services.mine.remove']()}`}
        onClick={() => dialog.current?.showModal()}
      >
        {m['services.mine.remove']()}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={`remove-${id}`}
        className="m-auto max-w-md rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
      >
        <h2 id={`remove-${id}`} className="text-xl font-bold">
          {m['services.mine.remove_title']()}
        </h2>
        <p className="mt-2 font-semibold">{title}</p>
        <p className="mt-2">{m['services.mine.remove_text']()}</p>
        <div className="mt-6 flex justify-end gap-3">
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            {m['services.mine.cancel']()}
          </Button>
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {m['services.mine.remove']()}
          </Button>
        </div>
      </dialog>
    </div>
  );
}
