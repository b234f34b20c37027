import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { loadModelViewer } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { LoadFailed, NotRead } from '#ui/load-failed.tsx';
import type { Action, Conversation, Guide, Progress } from '../contract.ts';
import type { Spot } from './answer.tsx';
import { conversationQuery, guideQuery, keepProgress, keepProgressOnLeaving, renewGuide } from './api.ts';
import { useAsking } from './asking.ts';
import { PageDialog } from './page-dialog.tsx';
import { PartsList } from './parts-list.tsx';
import { takeQuestion } from './pending-question.ts';
import { ProposalDialog } from './proposal-dialog.tsx';
import { StepList } from './step-list.tsx';
import { StepView } from './step-view.tsx';
import { Talk } from './talk.tsx';

/** Workspace of one build: parts, steps and conversation. */
export function Workspace({ id, spot }: { id: string; spot: Spot }) {
  const conversation = useQuery(conversationQuery(id));
  const { data } = conversation;
  const hasGuide = data !== undefined && data.source !== null && !data.isGone;
  const guide = useQuery({ ...guideQuery(id), enabled: hasGuide });
  if (data === undefined)
    return conversation.error ? (
      <div className="page py-8">
        <NotRead error={conversation.error} retry={conversation.refetch}>
          <Link to="/ai-assembly" className={buttonClass()}>
            {m['assistant.bench.start_anew']()}
          </Link>
        </NotRead>
      </div>
    ) : (
      <BenchSkeleton />
    );
  if (hasGuide && guide.data === undefined && !guide.error) return <BenchSkeleton />;
  return (
    <Bench key={`${id} ${data.version}`} conversation={data} guide={guide.data ?? null} spot={spot}>
      {guide.error && (
        <NotRead error={guide.error} retry={guide.refetch}>
          <Link to="/ai-assembly" className={buttonClass()}>
            {m['assistant.bench.start_anew']()}
          </Link>
        </NotRead>
      )}
    </Bench>
  );
}

export function BenchSkeleton() {
  return (
    <div aria-busy="true" className="page grid gap-6 py-8">
      <p className="text-lg font-semibold">{m['assistant.bench.loading']()}</p>
      <div className="animate-pulse bg-sunken h-10 w-2/3 rounded-md" />
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="animate-pulse bg-sunken h-72 rounded-lg" />
        <div className="animate-pulse bg-sunken h-[32rem] rounded-lg" />
      </div>
    </div>
  );
}

/**
 * Updates progress optimistically and saves changes one after another. The page's state wins: a refetched
 * conversation may be older than the last tick.
 */
function useProgress({ id, progress: before }: Conversation) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(before);
  const latest = useRef(before);
  const keep = useMutation({
    mutationFn: (next: Progress) => keepProgress(id, next),
    scope: { id: `assistant progress ${id}` },
    onError: (error) => toast('danger', m['assistant.bench.not_kept'](), describeError(error)),
  });
  // Save pending changes when the page is left.
  const leave = useEffectEvent(() => {
    if (keep.isPending) keepProgressOnLeaving(id, latest.current);
  });
  useEffect(() => {
    const onHide = () => leave();
    addEventListener('pagehide', onHide);
    return () => removeEventListener('pagehide', onHide);
  }, []);
  return {
    progress,
    change(changeOf: (now: Progress) => Partial<Progress>): void {
      // The second of two changes before a rerender must include the first.
      const next = { ...latest.current, ...changeOf(latest.current) };
      latest.current = next;
      setProgress(next);
      client.setQueryData(conversationQuery(id).queryKey, (kept) => kept && { ...kept, progress: next });
      keep.mutate(next);
    },
  };
}

const toggled = (numbers: readonly number[], number: number, isIn: boolean) =>
  isIn
    ? [...new Set([...numbers, number])].toSorted((a, b) => a - b)
    : numbers.filter((one) => one !== number);

function Bench(props: {
  conversation: Conversation;
  guide: Guide | null;
  spot: Spot;
  children: React.ReactNode;
}) {
  const { conversation, guide, spot } = props;
  const { source, messages } = conversation;
  const { progress, change } = useProgress(conversation);
  const { data: user } = useQuery(currentUserQuery);
  const asking = useAsking(conversation.id);
  const [proposing, setProposing] = useState<{ number: number; fix: Action['fix'] } | null>(null);
  const [page, setPage] = useState<number | null>(spot.page ?? null);
  const parts = useRef<HTMLDetailsElement>(null);
  const { steps = [] } = guide ?? {};
  const at = Math.min(progress.step, Math.max(1, steps.length));
  const step = steps[at - 1];
  const hasLists = guide !== null && guide.parts.length + steps.length > 0;

  function go(number: number): void {
    if (steps.some((one) => one.number === number)) change(() => ({ step: number }));
  }
  function goTo({ step: number, part }: Spot): void {
    if (number !== undefined) {
      go(number);
      document.querySelector('#step-heading')?.scrollIntoView({ block: 'start' });
    }
    if (part !== undefined) {
      if (parts.current) parts.current.open = true;
      document.querySelector(`#part-${part}`)?.scrollIntoView({ block: 'center' });
      document.querySelector<HTMLInputElement>(`#part-${part} input`)?.focus({ preventScroll: true });
    }
  }
  function show(wanted: Spot): void {
    if (wanted.page !== undefined) setPage(wanted.page);
    goTo(wanted);
  }
  const open = useEffectEvent(() => {
    goTo(spot);
    const last = messages.findLast(({ role }) => role === 'assistant');
    const question = last?.state === 'writing' && messages.find(({ id }) => id === last.replyTo);
    const asked = takeQuestion(conversation.id);
    if (question) asking.resume(question);
    else if (asked !== undefined) asking.ask(asked);
  });
  useEffect(() => open(), []);

  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-6 md:py-8">
      <Head conversation={conversation} guide={guide} />
      {props.children}
      <div
        className={
          hasLists ? 'grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]' : 'max-w-4xl'
        }
      >
        {guide && hasLists && (
          <div className="order-2 grid content-start gap-4 lg:sticky lg:top-24 lg:order-1 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
            {guide.parts.length > 0 && (
              <details ref={parts} open className="rounded-lg border border-line bg-surface">
                <summary className="min-h-12 cursor-pointer p-3 text-lg font-bold">
                  {m['assistant.parts.title']()}{' '}
                  <span className="text-base font-normal text-ink-soft tabular-nums">
                    {m['assistant.parts.count']({
                      done: progress.checkedParts.length,
                      count: guide.parts.length,
                    })}
                  </span>
                </summary>
                <PartsList
                  parts={guide.parts}
                  checked={progress.checkedParts}
                  needed={step?.parts ?? []}
                  onCheck={(number, isChecked) =>
                    change((now) => ({ checkedParts: toggled(now.checkedParts, number, isChecked) }))
                  }
                />
              </details>
            )}
            {steps.length > 0 && (
              <details open className="rounded-lg border border-line bg-surface">
                <summary className="min-h-12 cursor-pointer p-3 text-lg font-bold">
                  {m['assistant.step.all']()}
                </summary>
                <div className="p-1">
                  <StepList guide={guide} at={at} done={progress.doneSteps} onGo={go} />
                </div>
              </details>
            )}
          </div>
        )}
        <div className="order-1 grid grid-cols-[minmax(0,1fr)] content-start gap-8 lg:order-2">
          {guide && step && (
            <>
              <StepView
                step={step}
                count={steps.length}
                language={guide.language}
                isDone={progress.doneSteps.includes(at)}
                onGo={go}
                onDone={(isDone) => change((now) => ({ doneSteps: toggled(now.doneSteps, at, isDone) }))}
              />
              {progress.doneSteps.length >= steps.length && <Finished source={source} />}
              {source?.kind === 'resource' && user && (
                <Button
                  look="quiet"
                  className="w-fit"
                  onClick={() => setProposing({ number: at, fix: null })}
                >
                  {m['assistant.propose.open']()}
                </Button>
              )}
            </>
          )}
          {guide && steps.length === 0 && (
            <p className="rounded-md bg-sunken p-4">{m['assistant.bench.no_steps']()}</p>
          )}
          {guide && guide.models.length > 0 && <Models models={guide.models} />}
          <Talk
            conversation={conversation}
            asking={asking}
            step={step?.number}
            hints={guide ? hintsOf(guide, step?.number) : []}
            onSpot={show}
            onPropose={({ fix }) => setProposing({ number: fix?.step ?? at, fix })}
          />
        </div>
      </div>
      {page !== null && source?.kind === 'document' && (
        <PageDialog documentId={source.id} page={page} onTurn={setPage} onClose={() => setPage(null)} />
      )}
      {proposing !== null && source?.kind === 'resource' && steps[proposing.number - 1] && (
        <ProposalDialog
          resourceId={source.id}
          conversationId={conversation.id}
          step={steps[proposing.number - 1]!}
          fix={proposing.fix}
          onClose={() => setProposing(null)}
        />
      )}
    </div>
  );
}

/** Returns frequent questions that the guide itself can answer. */
function hintsOf({ parts, steps }: Guide, step: number | undefined): string[] {
  return [
    ...(parts.length > 0 ? [m['assistant.hint.parts']()] : []),
    ...(step === undefined ? [] : [m['assistant.hint.step']({ number: step })]),
    ...(steps.some(({ tools }) => tools.length > 0) ? [m['assistant.hint.tools']()] : []),
  ];
}

function Head({ conversation, guide }: { conversation: Conversation; guide: Guide | null }) {
  const { id, title, source, newer, progress } = conversation;
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: () => renewGuide(id),
    onSuccess: async (renewed) => {
      client.setQueryData(conversationQuery(id).queryKey, renewed);
      await client.invalidateQueries({ queryKey: guideQuery(id).queryKey });
      toast('success', m['assistant.bench.renewed']());
    },
    onError: (error) => toast('danger', m['assistant.bench.not_renewed'](), describeError(error)),
  });
  const count = guide?.steps.length ?? 0;
  return (
    <header className="grid gap-3">
      <p className="text-sm">
        <Link to="/ai-assembly" className="text-accent-strong underline">
          {m['assistant.start.title']()}
        </Link>
      </p>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1
          lang={source?.kind === 'resource' ? source.language : undefined}
          className="text-2xl font-bold wrap-anywhere md:text-3xl"
        >
          {title || m['assistant.bench.question']()}
        </h1>
        {source?.kind === 'resource' && !conversation.isGone && (
          <Link to="/resources/$id" params={{ id: source.id }} className="text-accent-strong underline">
            {m['assistant.bench.resource']()}
          </Link>
        )}
      </div>
      {count > 0 && (
        <div className="grid gap-1">
          <p className="text-sm tabular-nums" aria-live="polite">
            {m['assistant.bench.progress']({ done: progress.doneSteps.length, count })}
          </p>
          <progress
            aria-label={m['assistant.bench.progress_label']()}
            max={count}
            value={progress.doneSteps.length}
            className="w-full"
          />
        </div>
      )}
      {newer && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-accent-soft p-4">
          <p>{m['assistant.bench.newer']({ version: newer.version, count: newer.changedSteps })}</p>
          <Button look="secondary" disabled={renew.isPending} onClick={() => renew.mutate()}>
            {m['assistant.bench.renew']()}
          </Button>
        </div>
      )}
    </header>
  );
}

function Finished({ source }: { source: Conversation['source'] }) {
  return (
    <div role="status" className="grid gap-3 rounded-lg bg-accent-soft p-4">
      <p className="text-lg font-bold">{m['assistant.bench.finished']()}</p>
      {source?.kind === 'resource' && (
        <Link
          to="/resources/$id"
          params={{ id: source.id }}
          hash="makes"
          className={buttonClass('secondary', 'w-fit')}
        >
          {m['assistant.bench.show_make']()}
        </Link>
      )}
    </div>
  );
}

/** 3D models of the resource, each loaded on demand. */
function Models({ models }: { models: Guide['models'] }) {
  const [shown, setShown] = useState<string | null>(null);
  const model = models.find(({ fileId }) => fileId === shown);
  // A query and not `lazy`, which would take down the whole workspace if the script fails to load.
  const { data, error, refetch } = useQuery({
    queryKey: ['assistant', 'model viewer'],
    queryFn: loadModelViewer,
    enabled: shown !== null,
    staleTime: Infinity,
  });
  const ModelViewer = data?.default;
  return (
    <section aria-labelledby="models-heading" className="grid gap-3">
      <h2 id="models-heading" className="ruler pb-3 text-xl font-bold">
        {m['assistant.bench.models']()}
      </h2>
      <div className="flex flex-wrap gap-2">
        {models.map(({ fileId, name }) => (
          <Button
            key={fileId}
            look="secondary"
            aria-pressed={fileId === shown}
            className={`wrap-anywhere ${fileId === shown ? 'border-accent' : ''}`}
            onClick={() => setShown(fileId === shown ? null : fileId)}
          >
            {name}
          </Button>
        ))}
      </div>
      {model && error && !ModelViewer && (
        <LoadFailed retry={refetch}>{m['assistant.bench.no_viewer']()}</LoadFailed>
      )}
      {model && !error && !ModelViewer && (
        <div aria-busy="true" className="animate-pulse bg-sunken h-80 rounded-lg" />
      )}
      {/* Viewing does not count as a download. */}
      {model && ModelViewer && (
        <ModelViewer key={model.fileId} address={`${model.url}&preview=true`} file={model} />
      )}
    </section>
  );
}
