import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import type { Message } from '#features/community/contract.ts';
import { Prose } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import type { Answer, Session } from '../contract.ts';
import { limits } from '../rules.ts';
import { agree, propose, putSession, useSessionChanges, withdraw } from './api.ts';

/** Public answer of a solved session: written by one of the two, published once both agree. */
export function AnswerBox({ session }: { session: Session }) {
  const [isWriting, setWriting] = useState(false);
  const { answer, mayPropose } = session;
  if (!mayPropose) return null;
  return (
    <section aria-labelledby="answer" className="grid gap-3 border-t border-line pt-4">
      <h2 id="answer" className="font-bold">
        {m['support.answer.title']()}
      </h2>
      {answer === null && !isWriting && (
        <>
          <p className="text-ink-soft">
            {session.question ? m['support.answer.lead_question']() : m['support.answer.lead_step']()}
          </p>
          <Button look="secondary" className="w-fit" onClick={() => setWriting(true)}>
            {m['support.answer.write']()}
          </Button>
        </>
      )}
      {isWriting && <Writing session={session} onDone={() => setWriting(false)} />}
      {answer !== null && !isWriting && (
        <Proposed session={session} answer={answer} onEdit={() => setWriting(true)} />
      )}
    </section>
  );
}

function Proposed(props: { session: Session; answer: Answer; onEdit(): void }) {
  const { session, answer, onEdit } = props;
  const { id, role, asker, helper } = session;
  const { agreed, isAnonymous, publishedPath, text, version } = answer;
  const change = useSessionChanges();
  const [pending, setPending] = useState(false);
  const mine = role === 'asker' ? agreed.asker : agreed.helper;
  const other = role === 'asker' ? helper : asker;
  const names = isAnonymous
    ? m['support.answer.by_one']({ helper: helper?.fullName ?? m['support.gone']() })
    : m['support.answer.by_two']({
        helper: helper?.fullName ?? m['support.gone'](),
        asker: asker?.fullName ?? m['support.gone'](),
      });
  async function run(what: () => Promise<Session>): Promise<void> {
    setPending(true);
    try {
      await change(what());
    } catch (error) {
      toast('danger', describeError(error));
    } finally {
      setPending(false);
    }
  }
  if (publishedPath !== null) {
    const [path = '', hash] = publishedPath.split('#');
    return (
      <>
        <p>{m['support.answer.published']()}</p>
        <Link to={path} {...(hash !== undefined && { hash })} className={buttonClass('secondary', 'w-fit')}>
          {m['support.answer.look']()}
        </Link>
      </>
    );
  }
  return (
    <>
      <div className="grid gap-2 rounded-md border border-line bg-sunken p-3">
        <Prose text={text} kind="remark" />
        <p className="text-sm text-ink-soft">{names}</p>
      </div>
      <p aria-live="polite" className="text-sm">
        {mine
          ? m['support.answer.waits']({ name: other?.fullName ?? m['support.gone']() })
          : m['support.answer.read_it']()}
      </p>
      <div className="flex flex-wrap gap-2">
        {!mine && (
          <Button disabled={pending} onClick={() => void run(() => agree(id, version))}>
            {m['support.answer.agree']()}
          </Button>
        )}
        <Button look="secondary" disabled={pending} onClick={onEdit}>
          {m['support.answer.change']()}
        </Button>
        <Button look="quiet" disabled={pending} onClick={() => void run(() => withdraw(id))}>
          {m['support.answer.withdraw']()}
        </Button>
      </div>
    </>
  );
}

function Writing({ session, onDone }: { session: Session; onDone(): void }) {
  const client = useQueryClient();
  const { answer, id, role } = session;
  const [text, setText] = useState(answer?.text ?? '');
  const [isAnonymous, setAnonymous] = useState(answer?.isAnonymous ?? false);
  const form = useForm({
    check: (values) => missing(values, ['text']),
    async send() {
      putSession(client, await propose(id, { text, ...(role === 'asker' && { isAnonymous }) }));
      onDone();
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextAreaField
        label={m['support.answer.label']()}
        hint={m['support.answer.hint']()}
        name="text"
        rows={6}
        maxLength={limits.answer}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={form.fields['text']}
      />
      <Sayings
        session={session}
        onChoose={(said) => setText(text.trim() === '' ? said : `${text.trim()}\n\n${said}`)}
      />
      {role === 'asker' && (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={isAnonymous}
            onChange={(event) => setAnonymous(event.target.checked)}
            className="size-5 accent-accent"
          />
          {m['support.answer.anonymous']()}
        </label>
      )}
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={form.pending}>
          {m['support.answer.propose']()}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {m['support.do.not']()}
        </Button>
      </div>
    </form>
  );
}

/** Messages of the conversation, to be inserted into the text. */
function Sayings({ session, onChoose }: { session: Session; onChoose(text: string): void }) {
  const client = useQueryClient();
  const window = client.getQueryData<{ messages: Message[] }>(['community', 'messages', session.id]);
  const said = (window?.messages ?? []).filter(({ state, text }) => state === 'shown' && text.trim() !== '');
  if (said.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-accent-strong underline">
        {m['support.answer.from_talk']()}
      </summary>
      <ul className="grid max-h-64 gap-1 overflow-y-auto">
        {said.map((message) => (
          <li key={message.id}>
            <button
              type="button"
              onClick={() => onChoose(message.text)}
              className="grid w-full gap-0.5 rounded-md border border-line p-2 text-left hover:bg-accent-soft"
            >
              <span className="text-sm text-ink-soft">{message.author?.fullName}</span>
              <span className="line-clamp-3 break-words">{message.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
