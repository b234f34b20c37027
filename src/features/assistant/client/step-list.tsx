import { Check } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import type { Guide } from '../contract.ts';
import { stepTitle } from './step-view.tsx';

/** List of all steps, to jump to any of them. */
export function StepList(props: {
  guide: Guide;
  at: number;
  done: readonly number[];
  onGo(number: number): void;
}) {
  const { guide, at, done, onGo } = props;
  return (
    <ol className="grid">
      {guide.steps.map((step) => (
        <li key={step.number}>
          <button
            type="button"
            aria-current={step.number === at ? 'step' : undefined}
            onClick={() => onGo(step.number)}
            className={`flex min-h-12 w-full items-center gap-3 rounded-md px-3 py-2 text-left hover:bg-accent-soft ${step.number === at ? 'bg-accent-soft font-semibold' : ''}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-8 shrink-0 place-items-center rounded-full text-sm tabular-nums ${done.includes(step.number) ? 'bg-accent text-on-accent' : 'border border-line-strong'}`}
            >
              {done.includes(step.number) ? <Check className="size-4" /> : step.number}
            </span>
            <span className="min-w-0 wrap-anywhere" lang={guide.language}>
              {stepTitle(step)}
              {done.includes(step.number) && (
                <span className="sr-only"> {m['assistant.step.is_done']()}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
