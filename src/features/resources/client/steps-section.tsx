import { useQuery } from '@tanstack/react-query';
import { Clock, Maximize, Printer, TriangleAlert, Wrench } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import type { Step } from '../contract.ts';
import { formatMinutes } from './kind-words.ts';
import { openProgress } from './progress-store.ts';
import { Section } from './section.tsx';
import { StepBody, stepTitle, TickStep, type Progress } from './step-body.tsx';

const StepsDialog = lazy(async () => ({ default: (await import('./steps-dialog.tsx')).StepsDialog }));

/** Returns the steps that the reader has completed, from the account or the browser. */
function useProgress(resourceId: string, stepCount: number): Progress {
  const { data: user } = useQuery(currentUserQuery);
  const isSignedIn = user === undefined ? undefined : user !== null;
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const store = useMemo(() => openProgress(resourceId, isSignedIn === true), [resourceId, isSignedIn]);

  useEffect(() => {
    if (isSignedIn === undefined) return;
    let left = false;
    store.load().then(
      // Keep steps that were ticked before the answer arrived.
      (kept) =>
        !left && setDone((before) => new Set([...before, ...kept.filter((each) => each < stepCount)])),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [store, isSignedIn, stepCount]);

  return {
    done,
    tick(position, isDone) {
      const next = new Set(done);
      if (isDone) next.add(position);
      else next.delete(position);
      setDone(next);
      store
        .keep([...next])
        .catch((error: unknown) => toast('danger', m['resources.steps.not_kept'](), describeError(error)));
    },
  };
}

export function StepsSection(props: {
  resourceId: string;
  steps: Step[];
  /** Slot of another feature below a step. */
  atStep?: ((resourceId: string, step: number) => ReactNode) | undefined;
}) {
  const { resourceId, steps, atStep } = props;
  const progress = useProgress(resourceId, steps.length);
  const [openAt, setOpenAt] = useState<number | null>(null);
  const { done } = progress;
  const next = steps.findIndex((_, index) => !done.has(index));
  return (
    <Section title={m['resources.detail.steps']()}>
      <Preparation steps={steps} />
      <div className="grid gap-3 print:hidden">
        <div className="grid gap-1">
          <p aria-live="polite" className="text-sm">
            {done.size === steps.length
              ? m['resources.steps.all_done']()
              : m['resources.steps.done_of']({ done: done.size, count: steps.length })}
          </p>
          <progress
            aria-label={m['resources.steps.progress']()}
            max={steps.length}
            value={done.size}
            className="w-full"
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setOpenAt(Math.max(0, next))}>
            <Maximize aria-hidden="true" className="size-5" />
            {done.size > 0 && next >= 0
              ? m['resources.steps.go_on']({ number: next + 1 })
              : m['resources.steps.one_by_one']()}
          </Button>
          <Button look="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            {m['resources.steps.print']()}
          </Button>
        </div>
      </div>
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li
            key={index}
            id={`step-${index + 1}`}
            className="grid md:scroll-mt-24 break-inside-avoid grid-cols-[2.5rem_minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-[3rem_minmax(0,1fr)] sm:gap-4"
          >
            <span
              aria-hidden="true"
              className="mat grid size-10 place-items-center rounded-md text-lg font-bold tabular-nums sm:size-12"
            >
              {index + 1}
            </span>
            <div className="grid gap-3">
              <h3 className="font-semibold">{stepTitle(step, index)}</h3>
              <StepBody step={step} />
              <TickStep progress={progress} position={index} title={stepTitle(step, index)} />
              {atStep?.(resourceId, index)}
            </div>
          </li>
        ))}
      </ol>
      {openAt !== null && (
        <Suspense fallback={null}>
          <StepsDialog steps={steps} progress={progress} startAt={openAt} onClose={() => setOpenAt(null)} />
        </Suspense>
      )}
    </Section>
  );
}

/** Summary before the first step: tools, time and warnings. */
function Preparation({ steps }: { steps: Step[] }) {
  const tools = [...new Set(steps.flatMap((step) => step.tools ?? []))];
  const minutes = steps.reduce((sum, step) => sum + (step.minutes ?? 0), 0);
  const warnings = steps.flatMap((step, index) => (step.warning ? [{ index, text: step.warning }] : []));
  if (tools.length === 0 && minutes === 0 && warnings.length === 0) return null;
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <h3 className="font-bold">{m['resources.steps.needed']()}</h3>
      <dl className="grid gap-3">
        {tools.length > 0 && (
          <div className="grid gap-1 sm:grid-cols-[8rem_1fr]">
            <dt className="flex items-center gap-2 text-ink-soft">
              <Wrench aria-hidden="true" className="size-4" />
              {m['resources.detail.tools']()}
            </dt>
            <dd>{tools.join(', ')}</dd>
          </div>
        )}
        {minutes > 0 && (
          <div className="grid gap-1 sm:grid-cols-[8rem_1fr]">
            <dt className="flex items-center gap-2 text-ink-soft">
              <Clock aria-hidden="true" className="size-4" />
              {m['resources.steps.total_time']()}
            </dt>
            <dd>{formatMinutes(minutes)}</dd>
          </div>
        )}
      </dl>
      {warnings.length > 0 && (
        <div className="grid gap-2 rounded-md bg-danger-soft p-3 text-sm text-danger">
          <p className="flex items-center gap-2 font-semibold">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            {m['resources.steps.warnings']()}
          </p>
          <ul className="grid gap-1">
            {warnings.map(({ index, text }) => (
              <li key={index}>
                {m['resources.detail.step']({ number: index + 1 })} · {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
