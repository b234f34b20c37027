import { languages, locales } from '#i18n/languages.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Package, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { listResourcesQuery, Picture, SearchField } from '#features/resources/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import type { ResourceCard } from '#features/resources/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { ConversationRow } from '../contract.ts';
import { assistantLimits } from '../rules.ts';
import {
  aboutQuery,
  begin,
  conversationsKey,
  conversationsQuery,
  removeConversation,
  scoreQuery,
  type Score,
} from './api.ts';
import { DocumentsPart } from './documents-part.tsx';
import { leaveQuestion } from './pending-question.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** Query of guides to begin with, or of those that match a search. */
export const guidesQuery = (search: string) =>
  listResourcesQuery({ type: 'hardware_design', ...(search !== '' && { search }), limit: 6 });

/** Start page of the assistant. */
export function StartScreen({ search }: { search: string }) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-12 py-8">
      <header className="grid max-w-prose gap-3">
        <h1 className="text-3xl font-bold">{m['assistant.start.title']()}</h1>
        <p className="text-lg text-pretty text-ink-soft">{m['assistant.start.lead']()}</p>
      </header>
      <GoOn />
      <Guides search={search} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-2">
        <AskFirst />
        <DocumentsPart />
      </div>
      <WhoAnswers />
    </div>
  );
}

function GoOn() {
  const { data } = useQuery(conversationsQuery(1));
  const client = useQueryClient();
  const [removed, setRemoved] = useState<ConversationRow | null>(null);
  const removal = useMutation({
    mutationFn: (row: ConversationRow) => removeConversation(row.id),
    onSuccess: () => client.invalidateQueries({ queryKey: conversationsKey }),
    onError: (error) => toast('danger', m['assistant.start.not_removed'](), describeError(error)),
    onSettled: () => setRemoved(null),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="go-on-heading" className="grid gap-4">
      <h2 id="go-on-heading" className="ruler pb-3 text-xl font-bold">
        {m['assistant.start.go_on']()}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {data.items.map((row) => (
          <li
            key={row.id}
            className="relative flex items-start gap-2 rounded-lg border border-line bg-surface p-4 hover:border-accent"
          >
            <div className="grid min-w-0 flex-1 gap-2">
              <Link
                to="/ai-assembly"
                search={{ conversation: row.id }}
                lang={row.source?.kind === 'resource' ? row.source.language : undefined}
                className="line-clamp-2 font-semibold wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
              >
                {row.title || m['assistant.bench.question']()}
              </Link>
              {row.steps > 0 ? (
                <>
                  <p className="text-sm text-ink-soft tabular-nums">
                    {m['assistant.bench.progress']({ done: row.doneSteps, count: row.steps })}
                  </p>
                  <progress
                    aria-label={m['assistant.bench.progress_label']()}
                    max={row.steps}
                    value={row.doneSteps}
                    className="w-full"
                  />
                </>
              ) : (
                <p className="text-sm text-ink-soft">{m['assistant.start.talk_only']()}</p>
              )}
            </div>
            <button
              type="button"
              aria-label={m['assistant.start.remove']({
                title: row.title || m['assistant.bench.question'](),
              })}
              onClick={() => setRemoved(row)}
              className="relative z-10 grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-danger-soft hover:text-danger"
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {removed && (
        <RemoveDialog
          title={m['assistant.start.remove_title']()}
          text={m['assistant.start.remove_text']()}
          isPending={removal.isPending}
          onRemove={() => removal.mutate(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </section>
  );
}

function Guides({ search }: { search: string }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(guidesQuery(search));
  return (
    <section aria-labelledby="guides-heading" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="guides-heading" className="ruler pb-3 text-xl font-bold">
          {m['assistant.start.from_resource']()}
        </h2>
        <p className="text-ink-soft">{m['assistant.start.from_resource_text']()}</p>
      </div>
      <form
        role="search"
        aria-labelledby="guides-heading"
        className="max-w-xl"
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = new FormData(event.currentTarget).get('search');
          const text = typeof wanted === 'string' ? wanted.trim() : '';
          void navigate({
            to: '/ai-assembly',
            search: text === '' ? {} : { search: text },
            resetScroll: false,
          });
        }}
      >
        <SearchField
          key={search}
          defaultValue={search}
          label={m['assistant.start.search']()}
          placeholder={m['assistant.start.search']()}
          submitLabel={m['assistant.start.search_button']()}
        />
      </form>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {!data && !error && (
        <div aria-busy="true" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className="animate-pulse bg-sunken h-28 rounded-lg" />
          ))}
        </div>
      )}
      {data && data.items.length === 0 && (
        <p className="rounded-md bg-sunken p-4">{m['assistant.start.no_guides']({ search })}</p>
      )}
      {data && data.items.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {data.items.map((resource, index) => (
            <GuideCard key={resource.id} resource={resource} first={index === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

function GuideCard({ resource, first }: { resource: ResourceCard; first: boolean }) {
  const { title, language } = inReadersLanguage(resource);
  return (
    <li className="relative grid grid-cols-[7rem_minmax(0,1fr)] overflow-hidden rounded-lg border border-line bg-surface hover:border-accent">
      <div className="h-28 bg-sunken">
        <Picture image={resource.image} category={resource.resourceType} place="tile" first={first} />
      </div>
      <div className="grid content-center gap-1 p-3">
        <Link
          to="/ai-assembly"
          search={{ resourceId: resource.id }}
          lang={language}
          className="line-clamp-2 font-semibold wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
        >
          {title}
        </Link>
        <p className="truncate text-sm text-ink-soft">{resource.author}</p>
        <p className="flex items-center gap-1 text-sm font-semibold text-accent-strong">
          <Package aria-hidden="true" className="size-4" />
          {m['assistant.start.build']()}
        </p>
      </div>
    </li>
  );
}

function AskFirst() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const start = useMutation({
    mutationFn: () => begin(),
    onSuccess: async ({ id }) => {
      leaveQuestion(id, text.trim());
      await navigate({ to: '/ai-assembly', search: { conversation: id } });
    },
    onError: (error) => toast('danger', m['assistant.start.not_begun'](), describeError(error)),
  });
  return (
    <section aria-labelledby="ask-heading" className="grid content-start gap-4">
      <h2 id="ask-heading" className="ruler pb-3 text-xl font-bold">
        {m['assistant.start.from_question']()}
      </h2>
      <form
        className="grid justify-items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') start.mutate();
        }}
      >
        <div className="w-full">
          <TextAreaField
            label={m['assistant.start.question']()}
            hint={m['assistant.start.question_hint']()}
            rows={3}
            value={text}
            maxLength={assistantLimits.question}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button type="submit" aria-disabled={start.isPending || text.trim() === ''}>
          {m['assistant.talk.send']()}
        </Button>
      </form>
    </section>
  );
}

/** Name of the model, and its measured score. */
function WhoAnswers() {
  const { data: about } = useQuery(aboutQuery);
  const { data: score } = useQuery(scoreQuery);
  const { data: user } = useQuery(currentUserQuery);
  return (
    <section aria-labelledby="who-heading" className="grid gap-4">
      <h2 id="who-heading" className="ruler pb-3 text-xl font-bold">
        {m['assistant.start.who']()}
      </h2>
      {about && (
        <div className="grid max-w-prose gap-2">
          <p>
            {about.mode === 'model'
              ? m['assistant.start.who_model']({ model: about.model ?? '' })
              : m['assistant.start.who_retrieval']()}
          </p>
          {about.needsLogin && user === null && (
            <p>
              <Link
                to="/login"
                search={{ next: '/ai-assembly' }}
                className="font-semibold text-accent-strong underline"
              >
                {m['assistant.start.login_for_model']({ model: about.model ?? '' })}
              </Link>
            </p>
          )}
          {about.budget && (
            <p className="text-ink-soft tabular-nums">
              {m['assistant.start.budget']({
                percent: Math.max(
                  0,
                  Math.round(100 - (100 * about.budget.used) / Math.max(1, about.budget.tokens)),
                ),
              })}
            </p>
          )}
        </div>
      )}
      <ul className="grid max-w-prose list-disc gap-1 pl-5">
        <li>{m['assistant.start.rule_cites']()}</li>
        <li>{m['assistant.start.rule_declines']()}</li>
        <li>{m['assistant.start.rule_acts']()}</li>
      </ul>
      {score && <ScoreTable score={score} />}
    </section>
  );
}

const percent = ({ right, of }: { right: number; of: number }) =>
  of === 0 ? '–' : m['assistant.score.percent']({ percent: Math.round((1000 * right) / of) / 10, right, of });

function ScoreTable({ score }: { score: Score }) {
  return (
    <div className="grid gap-3">
      <p className="max-w-prose">
        {m['assistant.score.text']({
          questions: score.questions,
          guides: score.guides,
          day: score.measuredAt,
        })}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full max-w-3xl border-collapse text-left">
          <thead>
            <tr className="border-b border-line-strong">
              <th scope="col" className="py-2 pr-4">
                {m['assistant.score.of']()}
              </th>
              <th scope="col" className="py-2 pr-4">
                {m['assistant.score.answerable']()}
              </th>
              <th scope="col" className="py-2">
                {m['assistant.score.unanswerable']()}
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {locales.flatMap((language) => {
              const of = score.languages[language];
              return of
                ? [
                    <tr key={language} className="border-b border-line">
                      <th scope="row" className="py-2 pr-4 font-normal" lang={language}>
                        {languages[language].name}
                      </th>
                      <td className="py-2 pr-4">{percent(of.answerable)}</td>
                      <td className="py-2">{percent(of.unanswerable)}</td>
                    </tr>,
                  ]
                : [];
            })}
            <tr className="border-b border-line">
              <th scope="row" className="py-2 pr-4 font-normal">
                {m['assistant.score.held_out']()}
              </th>
              <td className="py-2 pr-4">{percent(score.heldOut.answerable)}</td>
              <td className="py-2">{percent(score.heldOut.unanswerable)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  );
}
