import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { currentUserQuery, FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import type { Message } from '#features/community/contract.ts';
import type { OrderDetail } from '#features/orders/contract.ts';
import type { PublicPerson } from '#features/people/contract.ts';
import { resourceQuery, stepTitle } from '#features/resources/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { getJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { SessionRequest } from '../contract.ts';
import { limits, skills } from '../rules.ts';
import { openSession, overviewQuery, putSession } from './api.ts';
import { languageName, skillNames, waitWords } from './words.ts';

type About = Pick<SessionRequest, 'resourceId' | 'step' | 'orderId' | 'questionId' | 'username'>;

/** Parses the subject in the address. */
function readAbout(search: Record<string, unknown>): About {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [resourceId, orderId, questionId, username] = ['resource', 'order', 'question', 'person'].map(text);
  const step = Number(search['step']);
  return {
    ...(resourceId !== undefined && { resourceId }),
    ...(resourceId !== undefined && Number.isSafeInteger(step) && step > 0 && { step: step - 1 }),
    ...(orderId !== undefined && { orderId }),
    ...(questionId !== undefined && { questionId }),
    ...(username !== undefined && { username }),
  };
}

/** Form of a request for help. */
export function AskScreen({ search }: { search: Record<string, unknown> }) {
  const { data: user } = useQuery(currentUserQuery);
  const { data: overview } = useQuery(overviewQuery());
  const about = readAbout(search);
  const address = `/remote-support/help?${new URLSearchParams(
    Object.entries(search).map(([name, value]) => [name, String(value)]),
  )}`;
  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] content-start gap-6 p-4 py-6 md:p-8">
      <header className="grid gap-2">
        <Link
          to="/remote-support/{-$channel}/{-$id}"
          params={{ channel: undefined, id: undefined }}
          className="flex w-fit items-center gap-1 py-2 text-accent-strong underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {m['support.ask.back']()}
        </Link>
        <h1 className="text-3xl font-bold">{m['support.ask.title']()}</h1>
        <p className="text-ink-soft">
          {about.orderId === undefined && about.username === undefined
            ? m['support.ask.lead']()
            : m['support.ask.lead_invited']()}
        </p>
        {overview && about.orderId === undefined && about.username === undefined && (
          <p className="text-sm text-ink-soft">
            {overview.available > 0
              ? m['support.home.available']({ count: overview.available })
              : m['support.home.none_available']()}{' '}
            {waitWords(overview.wait)}
          </p>
        )}
      </header>
      <Subject about={about} isGuest={user === null} />
      {user ? (
        <AskForm about={about} problem={String(search['problem'] ?? '').slice(0, limits.problem)} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sunken p-4">
          <p>{m['support.ask.login']()}</p>
          <Link to="/login" search={{ next: address }} className={buttonClass()}>
            {m['support.ask.login_button']()}
          </Link>
        </div>
      )}
    </div>
  );
}

/** Subject that is sent with the request. */
function Subject({ about, isGuest }: { about: About; isGuest: boolean }) {
  const { resourceId = '', orderId = '', questionId = '', username = '', step } = about;
  const resource = useQuery({ ...resourceQuery(resourceId), enabled: resourceId !== '' });
  const order = useQuery({
    queryKey: ['support', 'about', 'order', orderId],
    meta: { private: true },
    // Guests have to log in first.
    enabled: orderId !== '' && !isGuest,
    queryFn: ({ signal }) => getJson<OrderDetail>(`/api/orders/${encodeURIComponent(orderId)}`, signal),
  });
  const question = useQuery({
    queryKey: ['support', 'about', 'question', questionId],
    enabled: questionId !== '',
    queryFn: ({ signal }) => getJson<Message>(`/api/messages/${encodeURIComponent(questionId)}`, signal),
  });
  const person = useQuery({
    queryKey: ['support', 'about', 'person', username],
    enabled: username !== '',
    queryFn: ({ signal }) => getJson<PublicPerson>(`/api/people/${encodeURIComponent(username)}`, signal),
  });
  const asked = [resource, order, question, person];
  const failed = asked.find(({ data, error }) => error !== null && data === undefined);
  if (failed) {
    return (
      <NotRead error={failed.error} retry={failed.refetch}>
        <Link
          to="/remote-support/{-$channel}/{-$id}"
          params={{ channel: 'help', id: undefined }}
          className={buttonClass('secondary')}
        >
          {m['support.about.without']()}
        </Link>
      </NotRead>
    );
  }
  if (asked.some(({ isLoading }) => isLoading))
    return <div aria-busy="true" className="h-20 animate-pulse rounded-lg bg-sunken" />;
  const rows: [string, ReactNode][] = [];
  if (resource.data) {
    const guide = resource.data.assemblyInstructions[step ?? -1];
    rows.push([
      m['support.about.resource'](),
      <>
        <Link
          to="/resources/$id"
          params={{ id: resourceId }}
          className="font-semibold text-accent-strong underline"
        >
          {inReadersLanguage(resource.data).title}
        </Link>
        {guide && step !== undefined && (
          <span className="block">
            {m['support.about.step_title']({ number: step + 1, title: stepTitle(guide, step) })}
          </span>
        )}
      </>,
    ]);
  }
  if (order.data) rows.push([m['support.about.order'](), order.data.title]);
  if (question.data?.question) rows.push([m['support.about.question_label'](), question.data.question.title]);
  if (person.data) rows.push([m['support.about.person'](), person.data.fullName]);
  if (rows.length === 0) return null;
  return (
    <dl className="grid gap-3 rounded-lg border border-line bg-sunken p-4">
      {rows.map(([label, value]) => (
        <div key={label} className="grid gap-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Printer = { id: string; title: string; serviceType: string };

function AskForm({ about, problem: begun }: { about: About; problem: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [clientId] = useState(() => crypto.randomUUID());
  const { data: services } = useQuery({
    queryKey: ['support', 'printers'],
    meta: { private: true },
    queryFn: ({ signal }) => getJson<Printer[]>('/api/user/services', signal),
  });
  const printers = services?.filter(({ serviceType }) => isPricedByWeight(serviceType)) ?? [];
  const form = useForm({
    check: (values) => missing(values, ['problem']),
    async send({ problem = '', language = '', skill = '', printer = '' }) {
      const own = printers.find(({ title }) => title === printer.trim());
      const session = await openSession({
        ...about,
        problem,
        language: locales.find((each) => each === language) ?? currentLocale(),
        skill: skills.find((each) => each === skill) ?? '',
        printer,
        ...(own && { serviceId: own.id }),
        clientId,
      });
      putSession(client, session);
      void client.invalidateQueries({ queryKey: ['community', 'channels'] });
      await navigate({
        to: '/remote-support/{-$channel}/{-$id}',
        params: { channel: session.id, id: undefined },
      });
    },
  });
  return (
    <form {...form.props} className="grid gap-5">
      <TextAreaField
        label={m['support.ask.problem']()}
        hint={m['support.ask.problem_hint']()}
        name="problem"
        defaultValue={begun}
        rows={5}
        maxLength={limits.problem}
        error={form.fields['problem']}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label={m['support.ask.language']()} name="language" defaultValue={currentLocale()}>
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {languageName(locale)}
            </option>
          ))}
        </SelectField>
        <SelectField label={m['support.ask.skill']()} name="skill" defaultValue="">
          <option value="">{m['support.ask.skill_any']()}</option>
          {skills.map((skill) => (
            <option key={skill} value={skill}>
              {skillNames[skill]()}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={m['support.ask.printer']()}
        optional={m['support.ask.optional']()}
        hint={printers.length > 0 ? m['support.ask.printer_own']() : m['support.ask.printer_hint']()}
        name="printer"
        maxLength={limits.printer}
        list="own-printers"
        autoComplete="off"
        error={form.fields['printer']}
      />
      <datalist id="own-printers">
        {printers.map(({ id, title }) => (
          <option key={id} value={title}>
            {title}
          </option>
        ))}
      </datalist>
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" disabled={form.pending} className="w-fit">
        {form.pending ? m['support.ask.sending']() : m['support.ask.send']()}
      </Button>
    </form>
  );
}
