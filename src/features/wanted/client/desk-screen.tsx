import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { GridSkeleton, ResourceGrid } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { Group } from '#ui/form-group.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Proposals } from '../contract.ts';
import { wantedLimits as limits } from '../rules.ts';
import { proposalsQuery, readDesk, type DeskSearch } from './api.ts';
import { MeasureFields } from './measure-fields.tsx';
import { lengthsIn, measuresIn } from './measures.ts';
import { WantedGrid } from './wanted-card.tsx';
import { formatCount } from './words.ts';

/** Desk for broken parts: what exists is proposed first, and what nobody has is looked for with a bounty. */
export function DeskScreen({ search }: { search: object }) {
  const asked = readDesk(search);
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { fields, setFields, corrected } = useFieldErrors(form);
  return (
    <div className="page max-w-6xl py-8">
      <Link
        to="/wanted/{-$id}"
        params={{ id: undefined }}
        className="mb-3 inline-block min-h-6 text-accent-strong underline"
      >
        {m['wanted.post.back']()}
      </Link>
      <h1 className="text-3xl font-bold">{m['wanted.desk.title']()}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{m['wanted.desk.lead']()}</p>
      <form
        ref={form}
        key={JSON.stringify(asked)}
        role="search"
        aria-label={m['wanted.desk.title']()}
        noValidate
        className="mt-6 max-w-3xl"
        onInput={corrected}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const { typed, wrong } = measuresIn(data);
          const device = String(data.get('device') ?? '').trim();
          if (device === '') wrong['device'] = m['platform.field.required']();
          setFields(wrong);
          if (Object.keys(wrong).length > 0) return;
          const what = String(data.get('what') ?? '').trim();
          void navigate({
            to: '/wanted/{-$id}',
            params: { id: 'broken-part' },
            search: searchOf({ device, what, mm: typed }),
          });
        }}
      >
        <Group title={m['wanted.desk.part']()}>
          <TextField
            label={m['wanted.form.device']()}
            hint={m['wanted.desk.device_hint']()}
            name="device"
            maxLength={limits.device}
            defaultValue={asked.device}
            error={fields['device']}
          />
          <TextField
            label={m['wanted.desk.what']()}
            hint={m['wanted.desk.what_hint']()}
            optional={m['wanted.form.optional']()}
            name="what"
            maxLength={limits.title}
            defaultValue={asked.what}
          />
          <fieldset className="grid gap-3">
            <legend className="font-semibold">
              {m['wanted.desk.sizes']()}
              <span className="ml-2 text-sm font-normal text-ink-soft">{m['wanted.form.optional']()}</span>
            </legend>
            <p className="text-sm text-ink-soft">{m['wanted.desk.sizes_hint']()}</p>
            <MeasureFields typed={asked.mm} fields={fields} />
          </fieldset>
          <Button type="submit" className="justify-self-start">
            <Search aria-hidden="true" className="size-5" />
            {m['wanted.desk.look']()}
          </Button>
        </Group>
      </form>
      {asked.device !== '' && <Found asked={asked} />}
    </div>
  );
}

/** Writes what was typed into an address, without what is empty. */
function searchOf({ device, what, mm }: DeskSearch) {
  const last = mm.findLastIndex((size) => size !== '');
  const sizes = mm.slice(0, last + 1).join(';');
  return { device, ...(what !== '' && { what }), ...(sizes !== '' && { mm: sizes }) };
}

function Found({ asked }: { asked: DeskSearch }) {
  const { device, what } = asked;
  const mm = lengthsIn(asked.mm);
  const { data, error, refetch } = useQuery(proposalsQuery({ device, what, mm }));
  return (
    <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-10" aria-live="polite">
      {error && !data && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
      {!error && !data && <GridSkeleton />}
      {data && <Lists found={data} measures={mm.length} />}
      <section
        aria-labelledby="not-there"
        className="grid justify-items-start gap-3 rounded-lg border border-line bg-sunken p-5 md:p-6"
      >
        <h2 id="not-there" className="text-xl font-bold">
          {m['wanted.desk.not_there']()}
        </h2>
        <p className="max-w-prose">{m['wanted.desk.not_there_text']()}</p>
        <Link
          to="/wanted/{-$id}"
          params={{ id: 'new' }}
          search={{ ...searchOf(asked), kind: 'broken_part' }}
          className={buttonClass()}
        >
          {m['wanted.desk.post']()}
        </Link>
      </section>
    </div>
  );
}

function Lists({ found: { resources, solved, open }, measures }: { found: Proposals; measures: number }) {
  const fitting = resources.filter(({ fits }) => measures > 0 && fits === measures);
  const others = resources.filter(({ fits }) => measures === 0 || fits !== measures);
  if (resources.length + solved.length + open.length === 0) return <p>{m['wanted.desk.nothing']()}</p>;
  return (
    <>
      {fitting.length > 0 && (
        <List title={m['wanted.desk.fitting']({ count: formatCount(fitting.length) })}>
          <p className="text-sm text-ink-soft">{m['wanted.desk.fitting_text']()}</p>
          <ResourceGrid section resources={fitting.map(({ resource }) => resource)} />
        </List>
      )}
      {solved.length > 0 && (
        <List title={m['wanted.desk.solved']()}>
          <WantedGrid posts={solved} label={m['wanted.desk.solved']()} />
        </List>
      )}
      {others.length > 0 && (
        <List title={m['wanted.desk.others']()}>
          <ResourceGrid section resources={others.map(({ resource }) => resource)} />
        </List>
      )}
      {open.length > 0 && (
        <List title={m['wanted.desk.open']()}>
          <WantedGrid posts={open} label={m['wanted.desk.open']()} />
        </List>
      )}
    </>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-2xl font-bold">{title}</h2>
      {children}
    </section>
  );
}
