import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { currentUserQuery, useLoginFirst } from '#features/accounts/client/public.tsx';
import { Prose } from '#features/resources/client/public.tsx';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { pictureSource } from '#platform/shared/pictures.ts';
import type { Make } from '../contract.ts';
import type { Outcome } from '../rules.ts';
import { makesKey, makesQuery, makeSummaryQuery } from './api.ts';
import { AuthorLine, Face } from './author-line.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { GrowingList } from './growing-list.tsx';
import { formatCount, outcomeNames } from './words.ts';

const MakeDialog = lazy(async () => ({ default: (await import('./make-dialog.tsx')).MakeDialog }));

const outcomeIcons: Record<Outcome, LucideIcon> = {
  success: CircleCheck,
  partly: CircleAlert,
  failed: CircleX,
};

function useForgetMakes(resourceId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ['resource', resourceId] });
    await client.invalidateQueries({ queryKey: makesKey(resourceId) });
  };
}

export function MakeSection({ resourceId }: { resourceId: string }) {
  const { data: user } = useQuery(currentUserQuery);
  const titleId = useId();
  const withLogin = useLoginFirst();
  const [adding, setAdding] = useState(false);
  const forget = useForgetMakes(resourceId);
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <h2 id={titleId} className="ruler pb-3 text-xl font-bold">
        {m['social.makes.title']()}
      </h2>
      <Summary resourceId={resourceId} />
      <Button look="secondary" className="w-fit" onClick={() => withLogin(() => setAdding(true))}>
        {user ? m['social.makes.add']() : m['social.makes.login_needed']()}
      </Button>
      <GrowingList query={(page) => makesQuery(resourceId, page)} empty={m['social.makes.empty']()}>
        {(makes) => (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {makes.map((make) => (
              <li key={make.id} className="grid">
                <MakeCard resourceId={resourceId} make={make} />
              </li>
            ))}
          </ul>
        )}
      </GrowingList>
      <Suspense>
        {adding && (
          <MakeDialog resourceId={resourceId} make={null} onClose={() => setAdding(false)} onSaved={forget} />
        )}
      </Suspense>
    </section>
  );
}

/** Success rates, in total and for each machine with enough makes. */
function Summary({ resourceId }: { resourceId: string }) {
  const { data } = useQuery(makeSummaryQuery(resourceId));
  if (!data || data.total === 0) return null;
  const { success, partly, failed } = data.outcomes;
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <p className="font-semibold tabular-nums">
        {m['social.makes.summary']({
          success: formatCount(success),
          partly: formatCount(partly),
          failed: formatCount(failed),
        })}
      </p>
      {data.machines.length > 0 && (
        <dl aria-label={m['social.makes.machines']()} className="grid gap-2">
          {data.machines.map(({ machine, makes, succeeded }) => (
            <div key={machine} className="flex flex-wrap justify-between gap-x-6">
              <dt>{machine}</dt>
              <dd className={succeeded === null ? 'text-ink-soft' : 'font-semibold tabular-nums'}>
                {succeeded === null
                  ? m['social.makes.too_few']({ makes: formatCount(makes) })
                  : m['social.makes.rate']({ makes: formatCount(makes), succeeded: formatCount(succeeded) })}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function MakeCard({ resourceId, make }: { resourceId: string; make: Make }) {
  const { author, image, can } = make;
  const { data: user } = useQuery(currentUserQuery);
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const forget = useForgetMakes(resourceId);
  const Icon = outcomeIcons[make.outcome];
  const facts = [
    make.machine,
    make.material,
    make.minutes === null ? '' : m['social.makes.minutes_value']({ count: formatCount(make.minutes) }),
    make.grams === null ? '' : m['social.makes.grams_value']({ count: formatCount(make.grams) }),
  ].filter((fact) => fact !== '');
  const address = (width: number) => `/api/make-images/${image?.id}/${width}.webp`;
  return (
    <article
      aria-label={m['social.makes.of']({ name: author.fullName })}
      className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      {image && (
        <a href={address(Math.max(...image.widths))} className="block aspect-4/3 bg-sunken">
          <img
            {...pictureSource('make', image, address)}
            width={image.width}
            height={image.height}
            alt={m['social.makes.picture_of']({ name: author.fullName })}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        </a>
      )}
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex gap-3">
          <Face author={author} />
          <AuthorLine {...make} />
        </div>
        <p className="flex items-center gap-2 font-semibold">
          <Icon
            aria-hidden="true"
            className={`size-5 shrink-0 ${make.outcome === 'failed' ? 'text-danger' : 'text-accent-strong'}`}
          />
          {outcomeNames[make.outcome]()}
        </p>
        {facts.length > 0 && <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>}
        {make.text !== '' && <Prose text={make.text} kind="remark" />}
        {make.settings !== '' && (
          <div className="grid gap-1 text-sm">
            <p className="font-semibold">{m['social.makes.settings']()}</p>
            <Prose text={make.settings} kind="remark" />
          </div>
        )}
        {user && (
          <p className="mt-auto flex flex-wrap gap-x-4 text-sm">
            {can.edit && (
              <button type="button" className={quiet} onClick={() => setOpen('edit')}>
                {m['social.actions.edit']()}
              </button>
            )}
            {can.remove && (
              <button type="button" className={quiet} onClick={() => setOpen('remove')}>
                {m['social.actions.remove']()}
              </button>
            )}
            {!can.edit && <ReportButton kind="make" path={`/api/makes/${make.id}/reports`} look="link" />}
          </p>
        )}
      </div>
      {open === 'remove' && (
        <ConfirmDialog
          title={m['social.makes.remove_title']()}
          text={m['social.makes.remove_text']()}
          onClose={close}
          remove={async () => {
            await sendJson('DELETE', `/api/makes/${make.id}`);
            toast('success', m['social.makes.removed']());
            await forget();
          }}
        />
      )}
      <Suspense>
        {open === 'edit' && (
          <MakeDialog resourceId={resourceId} make={make} onClose={close} onSaved={forget} />
        )}
      </Suspense>
    </article>
  );
}

const quiet = 'min-h-9 py-1 text-accent-strong underline';
