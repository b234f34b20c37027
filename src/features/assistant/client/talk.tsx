import { Send, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { isSendKey } from '#platform/client/send-key.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import type { Action, Conversation, Message } from '../contract.ts';
import { assistantLimits } from '../rules.ts';
import { Answer, Sentences, type Spot } from './answer.tsx';
import type { Asking } from './asking.ts';
import { SafetyCards } from './safety-cards.tsx';
import { voidWords } from './words.ts';

/** Questions and answers below the steps. */
export function Talk(props: {
  conversation: Conversation;
  asking: Asking;
  step: number | undefined;
  hints: readonly string[];
  onSpot(spot: Spot): void;
  onPropose(action: Action): void;
}) {
  const { conversation, asking, step, hints, onSpot, onPropose } = props;
  const { writing } = asking;
  const { messages, isGone } = conversation;
  const [text, setText] = useState('');
  const end = useRef<HTMLDivElement>(null);
  const isBusy = writing !== null && writing.problem === null;
  // An answer that is still being written is rendered separately.
  const shown = messages.filter(
    ({ id, state, role }) => id !== writing?.answerId && !(role === 'assistant' && state === 'writing'),
  );
  const isAsked = writing === null || messages.some(({ clientId }) => clientId === writing.clientId);

  useEffect(() => {
    if (writing !== null) end.current?.scrollIntoView({ block: 'nearest' });
  }, [writing]);

  function send(question: string): void {
    if (question.trim() === '' || isBusy) return;
    asking.ask(question.trim(), step);
    setText('');
  }

  return (
    <section aria-labelledby="talk-heading" className="grid gap-4">
      <h2 id="talk-heading" className="ruler pb-3 text-xl font-bold">
        {m['assistant.talk.title']()}
      </h2>
      {shown.length === 0 && writing === null && (
        <div className="grid gap-3">
          <p className="text-ink-soft">
            {conversation.source === null ? m['assistant.talk.empty_open']() : m['assistant.talk.empty']()}
          </p>
          {hints.length > 0 && !isGone && (
            <ul className="flex flex-wrap gap-2">
              {hints.map((hint) => (
                <li key={hint}>
                  <Button look="secondary" className="text-left" onClick={() => send(hint)}>
                    {hint}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <ol className="grid gap-4">
        {shown.map((message) => (
          <li key={message.id} className={message.role === 'user' ? 'justify-self-end' : ''}>
            {message.role === 'user' ? (
              <Question text={message.text} />
            ) : (
              <article
                aria-label={m['assistant.talk.answer']()}
                className="rounded-lg border border-line bg-surface p-4"
              >
                <Answer
                  conversationId={conversation.id}
                  message={message}
                  onSpot={onSpot}
                  onFound={(found: Message) => asking.put(found)}
                  onPropose={onPropose}
                />
              </article>
            )}
          </li>
        ))}
        {writing !== null && !isAsked && (
          <li className="justify-self-end">
            <Question text={writing.text} />
          </li>
        )}
        {writing !== null && (
          <li>
            <article
              aria-busy={isBusy}
              aria-label={m['assistant.talk.answer']()}
              className="grid gap-4 rounded-lg border border-line bg-surface p-4"
            >
              {writing.voided !== null && (
                <p className="rounded-md bg-sunken p-3 text-sm">{voidWords[writing.voided]()}</p>
              )}
              <SafetyCards cards={writing.safety} />
              {writing.sentences.length > 0 && <Sentences sentences={writing.sentences} onSpot={onSpot} />}
              {isBusy ? (
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <p className="animate-pulse text-ink-soft motion-reduce:animate-none">
                    {m['assistant.talk.writing']()}
                  </p>
                  <Button look="secondary" disabled={writing.answerId === null} onClick={asking.stop}>
                    <Square aria-hidden="true" className="size-4" />
                    {m['assistant.talk.stop']()}
                  </Button>
                </div>
              ) : (
                <div role="alert" className="grid gap-3 rounded-md bg-danger-soft p-3 text-danger">
                  <p>{writing.problem}</p>
                  <div className="flex flex-wrap gap-2">
                    <Button look="danger" onClick={asking.again}>
                      {m['platform.retry']()}
                    </Button>
                    <Button
                      look="quiet"
                      onClick={() => {
                        setText(writing.text);
                        asking.discard();
                      }}
                    >
                      {m['assistant.talk.edit']()}
                    </Button>
                  </div>
                </div>
              )}
            </article>
          </li>
        )}
      </ol>
      {/* Announce the complete answer once: single sentences would interrupt each other. */}
      <p role="status" className="sr-only">
        {isBusy ? m['assistant.talk.writing']() : (lastAnswer(shown)?.text ?? '')}
      </p>
      <div ref={end} />
      {isGone ? (
        <p className="rounded-md bg-sunken p-4">{m['assistant.error.guide_gone']()}</p>
      ) : (
        <form
          method="post"
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            send(text);
          }}
        >
          <TextAreaField
            label={
              step === undefined ? m['assistant.talk.ask']() : m['assistant.talk.ask_at']({ number: step })
            }
            rows={2}
            value={text}
            maxLength={assistantLimits.question}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (!isSendKey(event.nativeEvent)) return;
              event.preventDefault();
              send(text);
            }}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-ink-soft">
              {conversation.mode === 'model'
                ? m['assistant.talk.model_note']()
                : m['assistant.talk.retrieval_note']()}
            </p>
            <Button type="submit" aria-disabled={isBusy || text.trim() === ''}>
              <Send aria-hidden="true" className="size-5" />
              {m['assistant.talk.send']()}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}

const lastAnswer = (messages: readonly Message[]) => messages.findLast(({ role }) => role === 'assistant');

function Question({ text }: { text: string }) {
  return (
    <p className="w-fit max-w-prose rounded-lg bg-accent-soft px-4 py-3 whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  );
}
