import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { SavedSearch } from '../contract.ts';
import { limits } from '../rules.ts';
import { savedSearchesQuery, useSavedSearches } from './api.ts';
import { PathLink } from './path-link.tsx';
import { readSaving } from './saving-address.ts';
import { kindNames } from './words.ts';

/** A person's saved searches. */
export function SavedSearches() {
  useSaveOnArrival();
  const { data, error, refetch } = useQuery(savedSearchesQuery);
  if (error && !data) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose break-keep text-ink-soft">
        {m['finding.own.lead']()}{' '}
        <Link to="/my/notifications" className="text-accent-strong underline">
          {m['finding.own.mails']()}
        </Link>
      </p>
      {data.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center break-keep">
          {m['finding.own.empty']()}
        </p>
      ) : (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {data.map((saved) => (
            <li key={saved.id} className="p-4">
              <Saved saved={saved} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A guest who wanted to save a search comes here after the login: it is saved, once. */
function useSaveOnArrival(): void {
  const navigate = useNavigate();
  const saving = readSaving(useSearch({ strict: false }));
  const { save } = useSavedSearches();
  const isArriving = saving !== null;
  const onArrival = useEffectEvent(() => {
    if (saving === null) return;
    void navigate({ to: '/my/searches', replace: true });
    save.mutate(saving, {
      onSuccess: () => toast('success', m['finding.save.saved']()),
      onError: (error) => toast('danger', m['finding.save.failed'](), describeError(error)),
    });
  });
  useEffect(() => {
    if (isArriving) onArrival();
  }, [isArriving]);
}

function Saved({ saved }: { saved: SavedSearch }) {
  const { id, kind, name, path, createdAt, toldAt } = saved;
  const formatMoment = useFormatMoment();
  const { remove } = useSavedSearches();
  const [isNaming, setNaming] = useState(false);
  if (isNaming) return <NameForm saved={saved} close={() => setNaming(false)} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <PathLink to={path} className="flex min-h-11 items-center gap-2 font-semibold hover:underline">
          <Search aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          <span className="wrap-anywhere">{name}</span>
        </PathLink>
        <p className="text-sm text-ink-soft">
          {kindNames[kind]()} ·{' '}
          {toldAt === null
            ? m['finding.own.saved_on']({ date: formatMoment(createdAt) })
            : m['finding.own.told']({ date: formatMoment(toldAt) })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button look="quiet" onClick={() => setNaming(true)}>
          {m['finding.own.rename']()}
        </Button>
        <Button
          look="quiet"
          aria-label={m['finding.own.remove']({ name })}
          disabled={remove.isPending}
          onClick={() =>
            remove.mutate(id, {
              onSuccess: () => toast('success', m['finding.own.removed']()),
              onError: (error) => toast('danger', m['finding.own.not_removed'](), describeError(error)),
            })
          }
        >
          {m['finding.own.remove_short']()}
        </Button>
      </div>
    </div>
  );
}

function NameForm({ saved, close }: { saved: SavedSearch; close(): void }) {
  const { rename } = useSavedSearches();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '');
    rename.mutate({ id: saved.id, name }, { onSuccess: close });
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <label className="grid min-w-0 flex-1 basis-56 gap-1 text-sm">
        {m['finding.own.name']()}
        <input
          name="name"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press that opened the field asked for it
          autoFocus
          defaultValue={saved.name}
          maxLength={limits.name}
          aria-invalid={rename.isError}
          className="min-h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-base"
        />
      </label>
      <Button type="submit" disabled={rename.isPending}>
        {m['finding.own.keep']()}
      </Button>
      <Button look="quiet" onClick={close}>
        {m['finding.own.cancel']()}
      </Button>
      {rename.error && (
        <p role="alert" className="basis-full text-sm text-danger">
          {describeError(rename.error)}
        </p>
      )}
    </form>
  );
}
