import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery, FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { canManageResources } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { plainDigits } from '#platform/shared/widths.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import type { Recall, ResourceRecalls } from '../contract.ts';
import { passportLimits, urgencies, type Urgency } from '../rules.ts';
import { endRecall, postRecall, updateRecall } from './api.ts';
import { recallsQuery } from './recalls-api.ts';
import { Recalls } from './recalls.tsx';

/** Fixes and recalls of a resource for its author and for staff: to post, to add to, and to end. */
export function RecallManager({ resourceId }: { resourceId: string }) {
  const { data } = useQuery({ ...recallsQuery(resourceId), staleTime: 0 });
  const { data: user } = useQuery(currentUserQuery);
  const [isOpen, setIsOpen] = useState(false);
  const isStaff = Boolean(user && canManageResources(user));
  if (data?.canPost !== true) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-xl font-bold">{m['passports.manage.title']()}</h2>
        <p className="text-ink-soft">{m['passports.manage.text']()}</p>
      </div>
      {data.recalls.map((recall) => (
        <div key={recall.id} className="grid gap-3">
          <Recalls recalls={[recall]} />
          {recall.endedAt === null && (
            <Steps resourceId={resourceId} recall={recall} canEnd={isStaff || !recall.isByStaff} />
          )}
        </div>
      ))}
      {isOpen ? (
        <Post resourceId={resourceId} onPosted={() => setIsOpen(false)} />
      ) : (
        <Button look="secondary" className="w-fit" onClick={() => setIsOpen(true)}>
          {m['passports.manage.title']()}
        </Button>
      )}
    </section>
  );
}

function useKeep(resourceId: string) {
  const client = useQueryClient();
  return (recalls: ResourceRecalls) => client.setQueryData(recallsQuery(resourceId).queryKey, recalls);
}

const hints: Record<Urgency, () => string> = {
  fix: () => m['passports.manage.fix_hint'](),
  stop: () => m['passports.manage.stop_hint'](),
};
const names: Record<Urgency, () => string> = {
  fix: () => m['passports.recall.fix'](),
  stop: () => m['passports.recall.stop'](),
};

/** Returns the numbers of "1, 2"; null for none, and undefined for what is no list of numbers. */
function versionsIn(typed: string): number[] | null | undefined {
  const parts = plainDigits(typed)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return null;
  const numbers = parts.map(Number);
  return numbers.every((number) => Number.isInteger(number) && number > 0) ? numbers : undefined;
}

function Post({ resourceId, onPosted }: { resourceId: string; onPosted(): void }) {
  const keep = useKeep(resourceId);
  const [urgency, setUrgency] = useState<Urgency>('fix');
  const form = useForm({
    check(values) {
      const wrong = missing(values, ['what', 'remedy']);
      if (versionsIn(values['versions'] ?? '') === undefined)
        wrong['versions'] = m['passports.manage.versions_wrong']();
      return wrong;
    },
    async send({ what = '', remedy = '', versions = '' }) {
      keep(await postRecall(resourceId, { urgency, what, remedy, versions: versionsIn(versions) ?? null }));
      toast('success', m['passports.manage.posted']());
      onPosted();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <div
        role="radiogroup"
        aria-label={m['passports.manage.urgency']()}
        className="grid gap-2 sm:grid-cols-2"
      >
        {urgencies.map((each) => (
          <ChoiceField
            key={each}
            type="radio"
            name="urgency"
            value={each}
            checked={urgency === each}
            onChange={() => setUrgency(each)}
            hint={hints[each]()}
          >
            {names[each]()}
          </ChoiceField>
        ))}
      </div>
      <TextField
        label={m['passports.manage.versions']()}
        hint={m['passports.manage.versions_hint']()}
        name="versions"
        maxLength={400}
        error={form.fields['versions']}
      />
      <TextAreaField
        label={m['passports.manage.what']()}
        name="what"
        rows={3}
        maxLength={passportLimits.recallText}
        error={form.fields['what']}
      />
      <TextAreaField
        label={m['passports.manage.remedy']()}
        name="remedy"
        rows={3}
        maxLength={passportLimits.recallText}
        error={form.fields['remedy']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button
        type="submit"
        look={urgency === 'stop' ? 'danger' : 'primary'}
        className="w-fit"
        disabled={form.pending}
      >
        {m['passports.manage.post']()}
      </Button>
    </form>
  );
}

function Steps(props: { resourceId: string; recall: Recall; canEnd: boolean }) {
  const { resourceId, recall, canEnd } = props;
  const keep = useKeep(resourceId);
  const [step, setStep] = useState<'update' | 'end' | null>(null);
  const form = useForm({
    check: (values) => missing(values, ['text']),
    async send({ text = '' }) {
      keep(await updateRecall(recall.id, text));
      toast('success', m['passports.manage.posted']());
      setStep(null);
    },
  });
  async function end(): Promise<void> {
    try {
      keep(await endRecall(recall.id));
      toast('success', m['passports.manage.ended']());
    } catch (error) {
      toast('danger', describeError(error));
    }
  }
  if (step === 'update') {
    return (
      <form {...form.props} className="grid gap-4">
        <TextAreaField
          label={m['passports.manage.add']()}
          name="text"
          rows={3}
          maxLength={passportLimits.recallText}
          error={form.fields['text']}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" className="w-fit" disabled={form.pending}>
          {m['passports.manage.post']()}
        </Button>
      </form>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {step === 'end' ? (
        <>
          <p>{m['passports.manage.end_sure']()}</p>
          <Button look="danger" onClick={() => void end()}>
            {m['passports.manage.end']()}
          </Button>
          <Button look="secondary" onClick={() => setStep(null)}>
            {m['passports.order.cancel']()}
          </Button>
        </>
      ) : (
        <>
          <Button look="secondary" onClick={() => setStep('update')}>
            {m['passports.manage.add']()}
          </Button>
          {canEnd && (
            <Button look="secondary" onClick={() => setStep('end')}>
              {m['passports.manage.end']()}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
