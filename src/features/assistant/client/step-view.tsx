import { ArrowLeft, ArrowRight, Check, Mic, MicOff, Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { sourceOf } from '#platform/shared/pictures.ts';
import type { Guide } from '../contract.ts';
import { SafetyCards } from './safety-cards.tsx';
import { readAloud, useVoice } from './voice.ts';

type Step = Guide['steps'][number];

export const stepTitle = ({ number, title }: Step) => title || m['assistant.step.number']({ number });

/** One step in large type, readable from a workbench, with its actions. */
export function StepView(props: {
  step: Step;
  count: number;
  language: Guide['language'];
  isDone: boolean;
  onGo(number: number): void;
  onDone(isDone: boolean): void;
}) {
  const { step, count, language, isDone, onGo, onDone } = props;
  const { number } = step;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(number);
  const title = stepTitle(step);
  useEffect(() => {
    // The page opens at its top; turning to another step focuses its heading.
    if (shown.current === number) return;
    shown.current = number;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [number]);
  const read = () => readAloud([title, step.warning ?? '', step.text].join('. '), language);
  const finish = () => {
    onDone(true);
    if (number < count) onGo(number + 1);
  };
  const voice = useVoice((command) => {
    if (command === 'repeat') read();
    else if (command === 'done') finish();
    else onGo(Math.min(count, Math.max(1, number + (command === 'next' ? 1 : -1))));
  });
  return (
    <section aria-labelledby="step-heading" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft tabular-nums">
          {m['assistant.step.place']({ number, count })}
          {step.minutes !== null && ` · ${m['assistant.step.minutes']({ count: step.minutes })}`}
        </p>
        <div className="flex gap-2">
          <Button look="secondary" onClick={read}>
            <Volume2 aria-hidden="true" className="size-5" />
            {m['assistant.voice.read']()}
          </Button>
          {voice.canListen && (
            <Button
              look={voice.isOn ? 'primary' : 'secondary'}
              aria-pressed={voice.isOn}
              onClick={voice.toggle}
            >
              {voice.isOn ? (
                <Mic aria-hidden="true" className="size-5" />
              ) : (
                <MicOff aria-hidden="true" className="size-5" />
              )}
              {m['assistant.voice.listen']()}
            </Button>
          )}
        </div>
      </div>
      <p role="status" className={voice.isOn || voice.problem ? 'text-sm' : 'sr-only'}>
        {voice.isOn && m['assistant.voice.how']()}
        {voice.problem === 'refused' && m['assistant.voice.refused']()}
        {voice.problem === 'failed' && m['assistant.voice.failed']()}
      </p>
      <h2
        ref={heading}
        id="step-heading"
        tabIndex={-1}
        lang={language}
        className="md:scroll-mt-24 text-2xl font-bold wrap-anywhere outline-none md:text-3xl"
      >
        {title}
      </h2>
      <SafetyCards cards={step.safety} />
      {step.warning !== null && (
        <p lang={language} className="rounded-md bg-danger-soft p-4 font-semibold text-danger">
          {step.warning}
        </p>
      )}
      {step.picture && (
        <img
          {...sourceOf('guideStep', step.picture.url, step.picture.width ?? undefined)}
          alt={title}
          fetchPriority="high"
          width={step.picture.width ?? 960}
          height={step.picture.height ?? 720}
          className="max-h-[60vh] w-full rounded-lg border border-line bg-sunken object-contain"
        />
      )}
      <p lang={language} className="text-lg whitespace-pre-line wrap-anywhere">
        {step.text}
      </p>
      {step.tools.length > 0 && (
        <p lang={language} className="text-ink-soft">
          {m['assistant.step.tools']({ tools: step.tools.join(', ') })}
        </p>
      )}
      {/* Large and within reach of a thumb: hands at work are dirty. */}
      <div className="sticky bottom-(--tabs) z-10 -mx-4 grid grid-cols-[1fr_2fr] gap-3 border-t border-line bg-surface p-4 md:static md:mx-0 md:border-t-0 md:bg-transparent md:p-0">
        <Button
          look="secondary"
          className="min-h-14 text-lg"
          aria-disabled={number === 1}
          onClick={() => number > 1 && onGo(number - 1)}
        >
          <ArrowLeft aria-hidden="true" className="size-6" />
          {m['assistant.step.back']()}
        </Button>
        {isDone ? (
          <Button
            className="min-h-14 text-lg"
            look={number === count ? 'secondary' : 'primary'}
            onClick={() => (number === count ? onDone(false) : onGo(number + 1))}
          >
            {number === count ? m['assistant.step.undo']() : m['assistant.step.next']()}
            {number < count && <ArrowRight aria-hidden="true" className="size-6" />}
          </Button>
        ) : (
          <Button className="min-h-14 text-lg" onClick={finish}>
            <Check aria-hidden="true" className="size-6" />
            {number === count ? m['assistant.step.last']() : m['assistant.step.done']()}
          </Button>
        )}
      </div>
    </section>
  );
}
