import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { shortened } from '#platform/shared/graphemes.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { LoadFailed, NotRead } from '#ui/load-failed.tsx';
import type { OwnCase } from '../contract.ts';
import { hiddenStates, longestText, type CaseState } from '../rules.ts';
import { ownCaseQuery, ownCasesQuery, sendAnswer, sendObjection, takeDown } from './api.ts';
import { kindNames, ruleMeanings, ruleNames } from './rule-words.ts';

const stateNames: Record<CaseState, () => string> = {
  open: () => m['moderation.own.states.open'](),
  hearing: () => m['moderation.own.states.hearing'](),
  answered: () => m['moderation.own.states.answered'](),
  due: () => m['moderation.own.states.due'](),
  dismissed: () => m['moderation.own.states.dismissed'](),
  handled: () => m['moderation.own.states.handled'](),
  taken_down: () => m['moderation.own.states.taken_down'](),
  hidden: () => m['moderation.own.states.hidden'](),
  objected: () => m['moderation.own.states.objected'](),
  kept: () => m['moderation.own.states.kept'](),
  restored: () => m['moderation.own.states.restored'](),
  lifted: () => m['moderation.own.states.lifted'](),
};

const skeleton = <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />;
const toRules = () => (
  <Link to="/moderation-log" hash="rules" className="inline-block w-fit py-1 text-accent-strong underline">
    {m['moderation.own.rules']()}
  </Link>
);

/** Cases about the reader's things: all of them, or one with its reply form. */
export function OwnCases({ id }: { id: string }) {
  return id === '' ? <List /> : <One id={id} />;
}

function List() {
  const { data, error, refetch } = useQuery(ownCasesQuery);
  const formatTime = useFormatMoment();
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-soft">{m['moderation.own.lead']()}</p>
      {!data && error ? (
        <LoadFailed retry={() => refetch()}>
          {m['moderation.own.failed']()} {describeError(error, '')}
        </LoadFailed>
      ) : !data ? (
        skeleton
      ) : data.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {m['moderation.own.empty']()}
        </p>
      ) : (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {data.map((each) => (
            <li key={each.id} className="grid gap-1 p-4">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <Link
                  to="/my/moderation/$id"
                  params={{ id: each.id }}
                  className="inline-block py-1 font-semibold wrap-anywhere text-accent-strong hover:underline"
                >
                  {titleOf(each)}
                </Link>
                {each.mayAnswer && (
                  <span className="rounded-sm bg-accent-soft px-2 text-sm text-accent-strong">
                    {m['moderation.own.needs_answer']()}
                  </span>
                )}
              </p>
              <p className="text-sm text-ink-soft">
                {[
                  kindNames[each.kind](),
                  stateNames[each.state](),
                  formatTime(each.decidedAt ?? each.createdAt),
                ].join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {toRules()}
    </div>
  );
}

/** Returns an excerpt that fits on one line. */
function titleOf({ excerpt, kind }: OwnCase): string {
  const [line = ''] = excerpt.trim().split('\n');
  return line === '' ? kindNames[kind]() : shortened(line, 60);
}

function One({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ownCaseQuery(id));
  const formatTime = useFormatMoment();
  const back = (
    <Link to="/my/moderation" className={buttonClass('secondary', 'w-fit')}>
      {m['moderation.own.back']()}
    </Link>
  );
  if (!data && error)
    return (
      <NotRead error={error} retry={() => refetch()}>
        {back}
      </NotRead>
    );
  if (!data) return skeleton;
  const isHidden = hiddenStates.includes(data.state);
  return (
    <div className="grid gap-6">
      <p
        role="status"
        className={`rounded-md px-4 py-3 font-semibold ${isHidden ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent-strong'}`}
      >
        {stateNames[data.state]()}
      </p>
      <Said title={m['moderation.own.what']()}>
        {data.excerpt}
        <span className="mt-1 block text-sm text-ink-soft">{kindNames[data.kind]()}</span>
      </Said>
      {!isHidden && (
        <a href={localizePath(data.path, currentLocale())} className={buttonClass('secondary', 'w-fit')}>
          {m['moderation.own.open']()}
        </a>
      )}
      {data.rule && (
        <section>
          <h2 className="text-sm text-ink-soft">{m['moderation.own.rule']()}</h2>
          <p className="mt-1 font-semibold">{ruleNames[data.rule]()}</p>
          <p>{ruleMeanings[data.rule]()}</p>
          {toRules()}
        </section>
      )}
      {data.question !== '' && <Said title={m['moderation.own.question']()}>{data.question}</Said>}
      {data.answer !== '' && <Said title={m['moderation.own.your_answer']()}>{data.answer}</Said>}
      {data.statement !== '' && (
        <Said title={m['moderation.own.statement']()}>
          {data.statement}
          {data.decidedAt && (
            <span className="mt-1 block text-sm text-ink-soft">{formatTime(data.decidedAt)}</span>
          )}
        </Said>
      )}
      {data.objection !== '' && <Said title={m['moderation.own.objection']()}>{data.objection}</Said>}
      {data.ruling !== '' && <Said title={m['moderation.own.ruling']()}>{data.ruling}</Said>}
      {data.mayAnswer && <Answer own={data} />}
      {data.mayTakeDown && <TakeDown own={data} />}
      {data.mayObject && <Objection own={data} />}
      {back}
    </div>
  );
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-sm text-ink-soft">{title}</h2>
      <blockquote className="mt-1 border-l-2 border-line-strong pl-4 wrap-anywhere whitespace-pre-line">
        {children}
      </blockquote>
    </section>
  );
}

function Answer({ own }: { own: OwnCase }) {
  const formatTime = useFormatMoment();
  return (
    <Words
      id={own.id}
      title={m['moderation.own.answer_title']()}
      label={m['moderation.own.answer']()}
      submit={m['moderation.own.send_answer']()}
      sent={m['moderation.own.answer_sent']()}
      send={(text) => sendAnswer(own.id, text)}
    >
      {own.state === 'hearing' && own.hearingEndsAt && (
        <p className="font-semibold">
          {m['moderation.own.asked_until']({ time: formatTime(own.hearingEndsAt) })}
        </p>
      )}
      <p>{m['moderation.own.answer_text']()}</p>
    </Words>
  );
}

function Objection({ own }: { own: OwnCase }) {
  const formatTime = useFormatMoment();
  return (
    <Words
      id={own.id}
      title={m['moderation.own.object_title']()}
      label={m['moderation.own.object']()}
      submit={m['moderation.own.send_objection']()}
      sent={m['moderation.own.objection_sent']()}
      send={(text) => sendObjection(own.id, text)}
    >
      {own.objectionEndsAt && (
        <p>{m['moderation.own.object_text']({ time: formatTime(own.objectionEndsAt) })}</p>
      )}
      {own.kind === 'tender' && <p>{m['moderation.own.object_text_tender']()}</p>}
    </Words>
  );
}

/** Form for the author's single statement. */
function Words(props: {
  id: string;
  title: string;
  label: string;
  submit: string;
  sent: string;
  children: ReactNode;
  send(text: string): Promise<OwnCase>;
}) {
  const client = useQueryClient();
  const form = useForm({
    check: (values) => missing(values, ['text']),
    async send({ text = '' }) {
      const changed = await props.send(text);
      toast('success', props.sent);
      client.setQueryData(ownCaseQuery(props.id).queryKey, changed);
      await client.invalidateQueries({ queryKey: ownCasesQuery.queryKey, exact: true });
    },
  });
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-6">
      <h2 className="text-xl font-bold">{props.title}</h2>
      {props.children}
      <form {...form.props} className="grid gap-4">
        <TextAreaField
          label={props.label}
          name="text"
          rows={5}
          maxLength={longestText}
          error={form.fields['text']}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" className="w-fit" disabled={form.pending}>
          {form.pending ? m['moderation.own.sending']() : props.submit}
        </Button>
      </form>
    </section>
  );
}

function TakeDown({ own }: { own: OwnCase }) {
  const client = useQueryClient();
  const [isSure, setIsSure] = useState(false);
  const form = useForm({
    check: () => ({}),
    async send() {
      const changed = await takeDown(own.id);
      toast('success', m['moderation.own.taken_down']());
      client.setQueryData(ownCaseQuery(own.id).queryKey, changed);
      await client.invalidateQueries({ queryKey: ownCasesQuery.queryKey, exact: true });
    },
  });
  return (
    <section className="grid gap-3 rounded-lg border border-line bg-surface p-6">
      <h2 className="text-xl font-bold">{m['moderation.own.take_down_title']()}</h2>
      <p>{m['moderation.own.take_down_text']()}</p>
      <Button look="danger" className="w-fit" onClick={() => setIsSure(true)}>
        {m['moderation.own.take_down']()}
      </Button>
      {isSure && (
        <Dialog title={m['moderation.own.take_down_sure']()} onClose={() => setIsSure(false)}>
          <form {...form.props} className="grid gap-5">
            <p>{m['moderation.own.take_down_text']()}</p>
            <FormMessage>{form.message}</FormMessage>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="danger" disabled={form.pending}>
                {form.pending ? m['moderation.own.sending']() : m['moderation.own.take_down']()}
              </Button>
              <Button look="quiet" onClick={() => setIsSure(false)}>
                {m['moderation.own.cancel']()}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </section>
  );
}
