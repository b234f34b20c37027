import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { Step } from '../contract.ts';
import { StepBody, stepTitle, TickStep, type Progress } from './step-body.tsx';

/** Full-screen dialog with one step at a time, for people with their hands full. */
export function StepsDialog(props: { steps: Step[]; progress: Progress; startAt: number; onClose(): void }) {
  const { steps, progress, startAt, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(startAt);
  const step = steps[at];
  useEffect(() => {
    dialog.current?.showModal();
    focus(dialog.current?.querySelector('h2') ?? null);
  }, []);
  useWakeLock();

  function go(by: -1 | 1): void {
    setAt((now) => Math.min(steps.length - 1, Math.max(0, now + by)));
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'ArrowRight') go(1);
    else if (event.key === 'ArrowLeft') go(-1);
    else return;
    event.preventDefault();
  }
  if (!step) return null;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="step-title"
      onClose={onClose}
      onKeyDown={press}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-surface text-ink"
    >
      <div className="mx-auto grid h-full max-w-4xl grid-rows-[auto_1fr_auto] gap-4 p-4 md:p-8">
        <div className="flex items-center gap-4">
          <p className="shrink-0 text-sm text-ink-soft tabular-nums">
            {m['resources.steps.place']({ number: at + 1, count: steps.length })}
          </p>
          <progress
            aria-label={m['resources.steps.progress']()}
            max={steps.length}
            value={progress.done.size}
            className="min-w-0 flex-1"
          />
          <button
            type="button"
            aria-label={m['resources.steps.close']()}
            onClick={() => dialog.current?.close()}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-accent-soft"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
        </div>
        <div className="grid content-start gap-4 overflow-y-auto">
          <h2
            key={at}
            ref={focus}
            id="step-title"
            tabIndex={-1}
            className="text-2xl font-bold outline-none md:text-3xl"
          >
            {stepTitle(step, at)}
          </h2>
          <StepBody step={step} isLarge />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <Button look="secondary" aria-disabled={at === 0} onClick={() => go(-1)}>
            <ArrowLeft aria-hidden="true" className="size-5" />
            {m['resources.form.back']()}
          </Button>
          <TickStep progress={progress} position={at} title={stepTitle(step, at)} />
          {at === steps.length - 1 ? (
            <Button onClick={() => dialog.current?.close()}>{m['resources.steps.finish']()}</Button>
          ) : (
            <Button onClick={() => go(1)}>
              {m['resources.form.next']()}
              <ArrowRight aria-hidden="true" className="size-5" />
            </Button>
          )}
        </div>
      </div>
    </dialog>
  );
}

/** Focus the heading of the step, so that screen readers announce it. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}

/** Keeps the screen on while working. The browser releases the lock whenever the page is hidden. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let left = false;
    async function hold(): Promise<void> {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (left) void held.release();
        else lock = held;
      } catch {
        // Refused, for instance on a low battery: the screen then turns off as usual.
      }
    }
    void hold();
    const again = () => void hold();
    document.addEventListener('visibilitychange', again);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
