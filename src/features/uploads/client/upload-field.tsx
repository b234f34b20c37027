import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { buttonClass } from '#ui/button.tsx';
import { acceptedExtensions } from '../file-types.ts';
import type { Difference } from '../rules.ts';
import { createUploader, type Uploader, type UploadItem, type UploadState } from './uploader.ts';

const stateWords: Record<Exclude<UploadState, 'forgotten'>, () => string> = {
  waiting: () => m['uploads.state.waiting'](),
  sending: () => m['uploads.state.sending'](),
  paused: () => m['uploads.state.paused'](),
  offline: () => m['uploads.state.offline'](),
  checking: () => m['uploads.state.checking'](),
  finished: () => m['uploads.state.finished'](),
  failed: () => m['uploads.state.failed'](),
};

const differenceWords: Record<Difference, (chosen: { name: string }) => string> = {
  name: (chosen) => m['uploads.other.name'](chosen),
  size: (chosen) => m['uploads.other.size'](chosen),
  content: (chosen) => m['uploads.other.content'](chosen),
};

/** Announcements to screen readers when a file's state changes; progress is not announced. */
const toldWords: Partial<Record<UploadState, (item: UploadItem) => string>> = {
  sending: ({ name }) => m['uploads.told.sending']({ name }),
  paused: ({ name }) => m['uploads.told.paused']({ name }),
  offline: () => m['uploads.told.offline'](),
  checking: ({ name }) => m['uploads.told.checking']({ name }),
  finished: ({ name }) => m['uploads.told.finished']({ name }),
  failed: ({ name, problem }) => m['uploads.told.failed']({ name, problem }),
};

/**
 * Files of a form, uploaded while it is being filled in: chosen, dropped or pasted. The form contains the ids of
 * finished ones under `uploads`, and under `uploadsUnfinished` whether others are unfinished, so that no file is lost
 * silently.
 */
export function UploadField(props: {
  /** Id of the form that the files belong to, stable across reloads. */
  form: string;
  label: string;
  hint: string;
  error: string | undefined;
  problemOf(file: File): string;
  /** True if the field takes a single file. */
  isOne?: boolean;
  /** For a form that lists what is still missing. */
  onChange?(items: readonly UploadItem[]): void;
}) {
  const { form, problemOf, isOne = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const uploader = useRef<Uploader>(null);
  const problem = useRef(problemOf);
  /** Upload that the file chooser was opened to resume. */
  const again = useRef<string>(null);
  const changed = useEffectEvent((now: readonly UploadItem[]) => props.onChange?.(now));
  const [items, setItems] = useState<UploadItem[]>([]);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const [told, setTold] = useState('');

  useEffect(() => {
    const before = new Map<string, UploadState>();
    let toldTogether: string[] = [];
    const made = createUploader({
      form,
      problemOf: (file) => problem.current(file),
      onChange: (now) => {
        setItems(now);
        changed(now);
        const turned = now.filter(({ key, state }) => before.get(key) !== state);
        for (const item of turned) before.set(item.key, item.state);
        toldTogether.push(...turned.flatMap((item) => toldWords[item.state]?.(item) ?? []));
        // Announced in a microtask: when some of several chosen files are refused, messages of the others would
        // replace theirs.
        queueMicrotask(() => {
          if (toldTogether.length > 0) setTold(toldTogether.join(' '));
          toldTogether = [];
        });
      },
    });
    uploader.current = made;
    // Uploads that cannot be recalled now are recalled by the next visit.
    made.recall().catch(() => {});
    const paste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData && clipboardData.files.length > 0) made.add(clipboardData.files);
    };
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('paste', paste);
      made.close();
    };
  }, [form]);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsDraggedOver(false);
    uploader.current?.add(event.dataTransfer.files);
  }

  const finished = items.filter(({ state }) => state === 'finished').map(({ id: uploadId }) => uploadId);
  const isUnfinished = items.some(({ state }) => state !== 'finished');
  // The error of the submission is cleared once all files are uploaded.
  const isOver = props.error === m['uploads.unfinished']() && !isUnfinished;
  const error = isOver ? undefined : props.error;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {props.label}
      </label>
      {/* The native file input uses the browser's language instead of the page's, so it lies invisibly below our
          own button. */}
      <div
        className="relative"
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          multiple={!isOne}
          accept={acceptedExtensions.join(',')}
          onClick={() => {
            again.current = null;
          }}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            if (again.current === null) uploader.current?.add(files);
            else uploader.current?.chooseAgain(again.current, files);
            again.current = null;
            target.value = '';
          }}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          className="peer absolute inset-0 z-10 w-full cursor-pointer opacity-0"
        />
        <div
          className={`flex min-h-24 items-center justify-center gap-3 rounded-md border border-dashed p-3 text-center font-semibold text-accent-strong peer-hover:bg-accent-soft peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-aria-invalid:border-danger ${isDraggedOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-paper'}`}
        >
          <Upload aria-hidden="true" className="size-5 shrink-0" />
          {m['uploads.choose']()}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {props.hint}
        <br />
        {isOne ? m['uploads.paste_hint_one']() : m['uploads.paste_hint']()}
      </p>
      {finished.length > 0 && <input type="hidden" name="uploads" value={JSON.stringify(finished)} />}
      {isUnfinished && <input type="hidden" name="uploadsUnfinished" value="true" />}
      {items.length > 0 && (
        <ul aria-label={m['uploads.list']()} className="mt-2 grid gap-2">
          {items.map((item) => (
            <UploadRow
              key={item.key}
              item={item}
              onPause={() => uploader.current?.pause(item.key)}
              onResume={() => uploader.current?.resume(item.key)}
              onChooseAgain={() => {
                input.current?.click();
                // Set after the click, whose handler clears it.
                again.current = item.key;
              }}
              onAddOther={() => {
                uploader.current?.addOther(item.key);
                input.current?.focus();
              }}
              onRemove={() => {
                void uploader.current?.remove(item.key);
                input.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <p aria-live="polite" className="sr-only">
        {told}
      </p>
    </div>
  );
}

function UploadRow({
  item,
  onPause,
  onResume,
  onChooseAgain,
  onAddOther,
  onRemove,
}: {
  item: UploadItem;
  onPause(): void;
  onResume(): void;
  onChooseAgain(): void;
  onAddOther(): void;
  onRemove(): void;
}) {
  const { name, size, sent, state, speed, problem, other, canRetry } = item;
  const percent = Math.floor((sent / Math.max(size, 1)) * 100);
  const isUnderway = ['waiting', 'sending', 'paused', 'offline', 'forgotten'].includes(state);
  const details = [
    m['uploads.amount']({ sent: formatSize(sent), size: formatSize(size) }),
    speed !== null && m['uploads.speed']({ size: formatSize(speed) }),
    speed !== null && speed > 0 && m['uploads.left']({ time: formatDuration((size - sent) / speed) }),
  ].filter((part) => part !== false);
  return (
    <li className="grid gap-2 rounded-md border border-line bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-40 flex-1">
          <p className="font-semibold">{name}</p>
          <p className={`text-sm ${state === 'failed' ? 'font-semibold text-danger' : 'text-ink-soft'}`}>
            {state === 'forgotten' ? m['uploads.state.forgotten']({ percent }) : stateWords[state]()}
            {problem !== '' && ` · ${problem}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {(state === 'sending' || state === 'waiting' || state === 'offline') && (
            <Action name={name} words={m['uploads.pause']()} onClick={onPause} />
          )}
          {state === 'paused' && <Action name={name} words={m['uploads.resume']()} onClick={onResume} />}
          {state === 'forgotten' && (
            <Action name={name} words={m['uploads.choose_again']()} onClick={onChooseAgain} />
          )}
          {canRetry && <Action name={name} words={m['uploads.retry']()} onClick={onResume} />}
          <Action name={name} words={m['uploads.remove']()} onClick={onRemove} />
        </div>
      </div>
      {other && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-danger-soft p-3"
        >
          <p className="min-w-40 flex-1 text-sm text-danger">
            {differenceWords[other.why]({ name: other.file.name })}
          </p>
          <Action name={other.file.name} words={m['uploads.add_other']()} onClick={onAddOther} />
        </div>
      )}
      {isUnderway && (
        <>
          <progress max={size} value={sent} aria-label={m['uploads.progress']({ name })} className="w-full">
            {percent}%
          </progress>
          <p className="text-sm text-ink-soft tabular-nums">{details.join(' · ')}</p>
        </>
      )}
    </li>
  );
}

function Action({ name, words, onClick }: { name: string; words: string; onClick(): void }) {
  return (
    <button
      type="button"
      aria-label={m['uploads.action']({ action: words, name })}
      onClick={onClick}
      className={buttonClass('secondary', 'text-sm')}
    >
      {words}
    </button>
  );
}

function formatDuration(seconds: number): string {
  const [value, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return numberFormat(currentLocale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.ceil(value));
}
