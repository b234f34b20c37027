import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { OctagonAlert, Package, Wrench } from 'lucide-react';
import { missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Thing } from '../contract.ts';
import { thingsQuery } from './api.ts';

/** Things that a person holds, and the way to one by its code. */
export function OwnThings() {
  const { data, error, refetch } = useQuery(thingsQuery());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {!data && !error && <div aria-busy="true" className="h-48 animate-pulse rounded-lg bg-sunken" />}
      {data?.length === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-6 text-center text-ink-soft">
          {m['passports.own.none']()}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
          {data.map((thing) => (
            <li key={thing.code ?? thing.claimedAt + thing.title}>
              <ThingCard thing={thing} />
            </li>
          ))}
        </ul>
      )}
      <Find />
    </div>
  );
}

function ThingCard({ thing }: { thing: Thing }) {
  const { code, picture, maker, claimedAt, recall } = thing;
  const title = thing.title || m['passports.page.untitled']();
  return (
    <article className="relative grid h-full grid-cols-[6rem_minmax(0,1fr)] overflow-hidden rounded-lg border border-line bg-surface hover:border-accent">
      <div className="mat grid min-h-28 place-items-center">
        {picture ? (
          <img src={picture.url} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Package aria-hidden="true" className="size-9" strokeWidth={1.5} />
        )}
      </div>
      <div className="grid content-start gap-1 p-4">
        <h2 className="font-bold break-words">
          {code === null ? (
            title
          ) : (
            <Link to="/p/$code" params={{ code }} className="after:absolute after:inset-0">
              {title}
            </Link>
          )}
        </h2>
        <p className="text-sm text-ink-soft">
          {[
            ...(maker ? [maker.fullName] : []),
            m['passports.own.since']({ day: formatDay(claimedAt) }),
            ...(code === null ? [m['passports.own.no_label']()] : []),
          ].join(' · ')}
        </p>
        {recall !== null && (
          <p
            className={`mt-1 flex items-center gap-1.5 text-sm font-semibold ${recall === 'stop' ? 'text-danger' : 'text-accent-strong'}`}
          >
            {recall === 'stop' ? (
              <OctagonAlert aria-hidden="true" className="size-4 shrink-0" />
            ) : (
              <Wrench aria-hidden="true" className="size-4 shrink-0" />
            )}
            {recall === 'stop' ? m['passports.recall.stop']() : m['passports.recall.fix']()}
          </p>
        )}
      </div>
    </article>
  );
}

function Find() {
  const navigate = useNavigate();
  const form = useForm({
    check: (values) => missing(values, ['code']),
    async send({ code = '' }) {
      await navigate({ to: '/p/$code', params: { code: code.trim() } });
    },
  });
  return (
    <form {...form.props} className="flex flex-wrap items-start gap-3 rounded-lg border border-line p-5">
      <div className="min-w-0 flex-1 basis-64">
        <TextField
          label={m['passports.own.find']()}
          hint={m['passports.own.find_hint']()}
          name="code"
          autoComplete="off"
          maxLength={60}
          error={form.fields['code']}
        />
      </div>
      <Button type="submit" look="secondary" className="sm:mt-7">
        {m['passports.own.open']()}
      </Button>
    </form>
  );
}
