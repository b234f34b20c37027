import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import type { Action, Citation, Handoff, Message, Sentence } from '../contract.ts';
import { runAction } from './api.ts';
import { SafetyCards } from './safety-cards.tsx';
import { sourceWords, toolWords, voidWords } from './words.ts';

export type Spot = { step?: number; part?: number; page?: number };

const sameSource = (one: Citation, other: Citation) => one.url === other.url && one.quote === other.quote;

/** Sentences with numbered citations, and the sources below. */
export function Sentences(props: { sentences: readonly Sentence[]; onSpot(spot: Spot): void }) {
  const { sentences, onSpot } = props;
  const sources: Citation[] = [];
  for (const { citations } of sentences)
    for (const citation of citations)
      if (!sources.some((known) => sameSource(known, citation))) sources.push(citation);
  return (
    <>
      <div className="grid gap-2">
        {sentences.map(({ text, citations }, index) => (
          <p key={index} className="whitespace-pre-line wrap-anywhere">
            {text}
            {citations.map((citation) => {
              const number = sources.findIndex((known) => sameSource(known, citation)) + 1;
              return (
                <sup key={number} className="ml-1 font-semibold text-accent-strong">
                  [{number}]
                </sup>
              );
            })}
          </p>
        ))}
      </div>
      {sources.length > 0 && (
        <ol aria-label={m['assistant.cite.label']()} className="grid gap-2 border-t border-line pt-3 text-sm">
          {sources.map((citation, index) => (
            <li key={index} className="flex gap-2">
              <span aria-hidden="true" className="shrink-0 font-semibold text-accent-strong tabular-nums">
                [{index + 1}]
              </span>
              <div className="grid min-w-0 gap-1">
                <Source citation={citation} onSpot={onSpot} />
                <blockquote className="line-clamp-3 wrap-anywhere text-ink-soft">{citation.quote}</blockquote>
              </div>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/**
 * Opens a citation: in this workspace directly, elsewhere in a new tab, so that the position here is kept.
 */
function Source({ citation, onSpot }: { citation: Citation; onSpot(spot: Spot): void }) {
  const { step, part, page, url } = citation;
  const look = 'w-fit text-left font-semibold text-accent-strong underline wrap-anywhere';
  // Citations from other guides and from files have pages of their own.
  if (url.startsWith('/ai-assembly?conversation='))
    return (
      <button
        type="button"
        className={look}
        onClick={() =>
          onSpot({
            ...(step !== undefined && { step }),
            ...(part !== undefined && { part }),
            ...(page !== undefined && { page }),
          })
        }
      >
        {sourceWords(citation)}
      </button>
    );
  return (
    <a href={localizePath(url, currentLocale())} target="_blank" rel="noreferrer" className={look}>
      {sourceWords(citation)} <ExternalLink aria-hidden="true" className="inline size-4" />
      <span className="sr-only">{m['assistant.cite.new_tab']()}</span>
    </a>
  );
}

/** Complete answer: its writer, citations and further actions. */
export function Answer(props: {
  conversationId: string;
  message: Message;
  onSpot(spot: Spot): void;
  onFound(message: Message): void;
  onPropose(action: Action): void;
}) {
  const { conversationId, message, onSpot, onFound, onPropose } = props;
  const { mode, declined, voided, droppedSentences, state, found } = message;
  return (
    <div className="grid gap-4">
      {/* A declined answer has no citations. */}
      {mode !== null && mode !== 'tool' && !declined && (
        <p className="text-sm font-semibold text-ink-soft">
          {mode === 'model' ? m['assistant.talk.by_model']() : m['assistant.talk.by_retrieval']()}
        </p>
      )}
      {voided !== null && <p className="rounded-md bg-sunken p-3 text-sm">{voidWords[voided]()}</p>}
      <SafetyCards cards={message.safety} />
      {declined && <p>{m['assistant.talk.declined']()}</p>}
      {message.sentences.length > 0 ? (
        <Sentences sentences={message.sentences} onSpot={onSpot} />
      ) : (
        message.text !== '' && <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
      )}
      {droppedSentences > 0 && (
        <p className="text-sm text-ink-soft">{m['assistant.talk.dropped']({ count: droppedSentences })}</p>
      )}
      {state === 'stopped' && <p className="text-sm text-ink-soft">{m['assistant.talk.stopped']()}</p>}
      {found !== null && <Found found={found} />}
      {message.actions.length > 0 && (
        <div className="grid gap-2">
          <p className="text-sm text-ink-soft">{m['assistant.talk.actions']()}</p>
          <div className="flex flex-wrap gap-2">
            {message.actions.map((action) => (
              <ActionButton
                key={action.id}
                conversationId={conversationId}
                action={action}
                onFound={onFound}
                onPropose={onPropose}
              />
            ))}
          </div>
        </div>
      )}
      {message.handoffs.length > 0 && <Handoffs handoffs={message.handoffs} />}
    </div>
  );
}

function Found({ found }: { found: NonNullable<Message['found']> }) {
  if (found.length === 0) return <p>{m['assistant.found.nothing']()}</p>;
  return (
    <ul className="grid gap-2">
      {found.map(({ title, detail, path, url }, index) => (
        <li key={index} className="grid gap-1 rounded-md border border-line p-3">
          {path !== null || url !== null ? (
            <a
              href={path === null ? (url ?? '') : localizePath(path, currentLocale())}
              target="_blank"
              rel="noreferrer"
              className="w-fit font-semibold text-accent-strong underline wrap-anywhere"
            >
              {title}
            </a>
          ) : (
            <p className="font-semibold wrap-anywhere">{title}</p>
          )}
          {detail !== '' && <p className="text-sm wrap-anywhere text-ink-soft">{detail}</p>}
        </li>
      ))}
    </ul>
  );
}

const handoffWords: Record<Handoff['kind'], (handoff: { title: string }) => string> = {
  author: () => m['assistant.handoff.author'](),
  community: () => m['assistant.handoff.community'](),
  engineers: () => m['assistant.handoff.engineers'](),
  support: () => m['assistant.handoff.support'](),
  print_shop: () => m['assistant.handoff.print_shop'](),
  resource: (handoff) => m['assistant.handoff.resource'](handoff),
  login: () => m['assistant.handoff.login'](),
};

function Handoffs({ handoffs }: { handoffs: readonly Handoff[] }) {
  return (
    <ul aria-label={m['assistant.handoff.label']()} className="flex flex-wrap gap-2">
      {handoffs.map(({ kind, path, title }) => (
        <li key={`${kind}${path}`}>
          {kind === 'login' ? (
            <Link
              to="/login"
              search={{ next: globalThis.location.pathname + globalThis.location.search }}
              className={buttonClass('secondary')}
            >
              {m['assistant.handoff.login']()}
            </Link>
          ) : (
            <a href={localizePath(path, currentLocale())} className={buttonClass('secondary')}>
              {handoffWords[kind]({ title: title ?? '' })}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Suggestion of a model as a button: nothing happens before it is pressed. */
function ActionButton(props: {
  conversationId: string;
  action: Action;
  onFound(message: Message): void;
  onPropose(action: Action): void;
}) {
  const { conversationId, action, onFound, onPropose } = props;
  const run = useMutation({
    mutationFn: async () => runAction(conversationId, action.id, action.needsPlace ? await whereAmI() : {}),
    onSuccess: onFound,
    onError: (error) =>
      toast(
        'danger',
        m['assistant.tool.failed'](),
        error instanceof ApiError ? describeError(error) : m['assistant.tool.no_place'](),
      ),
  });
  return (
    <Button
      look="secondary"
      disabled={run.isPending || action.isDone || run.isSuccess}
      onClick={() => (action.tool === 'propose_fix' ? onPropose(action) : run.mutate())}
    >
      {run.isPending ? m['assistant.tool.running']() : toolWords[action.tool]({ about: action.about })}
    </Button>
  );
}

function whereAmI(): Promise<{ lat: number; long: number }> {
  return new Promise((found, refused) => {
    if (!('geolocation' in navigator)) {
      refused(new Error('no geolocation'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => found({ lat: coords.latitude, long: coords.longitude }),
      refused,
      { timeout: 10_000, maximumAge: 600_000 },
    );
  });
}
