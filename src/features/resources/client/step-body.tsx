import { TriangleAlert } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import type { Step } from '../contract.ts';
import { formatMinutes } from './kind-words.ts';
import { Picture } from './picture.tsx';

export type Progress = { done: ReadonlySet<number>; tick(position: number, isDone: boolean): void };

export function stepTitle(step: Step, index: number): string {
  return step.title || m['resources.detail.step']({ number: index + 1 });
}

/** Content of a step, on the page and, larger, in the dialog that shows one step at a time. */
export function StepBody({ step, isLarge = false }: { step: Step; isLarge?: boolean }) {
  const facts = [
    step.minutes === undefined ? '' : formatMinutes(step.minutes),
    step.tools && step.tools.length > 0 ? `${m['resources.detail.tools']()}: ${step.tools.join(', ')}` : '',
  ].filter(Boolean);
  return (
    <>
      {step.warning && (
        <p className="flex gap-2 rounded-md bg-danger-soft p-3 text-sm text-danger">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong>{m['resources.detail.warning']()}</strong> {step.warning}
          </span>
        </p>
      )}
      {step.image && (
        <div
          className={`overflow-hidden rounded-md border border-line bg-sunken ${isLarge ? 'max-h-[50vh]' : 'max-w-xl'}`}
        >
          <Picture
            image={step.image}
            alt={step.title}
            category="other"
            place={isLarge ? 'screen' : 'step'}
            whole
            className={isLarge ? 'max-h-[50vh]' : ''}
          />
        </div>
      )}
      <p className={`whitespace-pre-line ${isLarge ? 'text-lg' : ''}`}>{step.text}</p>
      {facts.length > 0 && <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>}
    </>
  );
}

export function TickStep({
  progress,
  position,
  title,
}: {
  progress: Progress;
  position: number;
  title: string;
}) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-2 print:hidden">
      <input
        type="checkbox"
        checked={progress.done.has(position)}
        aria-label={m['resources.steps.tick_of']({ title })}
        onChange={(event) => progress.tick(position, event.target.checked)}
        className="size-5 accent-accent"
      />
      {m['resources.steps.tick']()}
    </label>
  );
}
