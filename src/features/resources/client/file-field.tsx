import { Upload } from 'lucide-react';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import { buttonClass } from '#ui/button.tsx';
import { fileProblem } from './check-form.ts';

export function FileField(props: {
  label: string;
  hint: string;
  optional: string;
  name: string;
  accept: string;
  error: string | undefined;
  onChange(file: File | null): void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const chosen = event.target.files?.[0] ?? null;
    // Check before the upload, which may take minutes.
    const why = chosen === null ? '' : fileProblem(chosen);
    setProblem(why);
    show(why === '' ? chosen : null);
    if (why !== '' && input.current) input.current.value = '';
  }
  function show(chosen: File | null): void {
    setFile(chosen);
    props.onChange(chosen);
  }
  function clear(): void {
    if (input.current) input.current.value = '';
    show(null);
    setProblem('');
    input.current?.focus();
  }
  const error = problem || props.error;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {props.label}
        <span className="ml-2 text-sm font-normal text-ink-soft">{props.optional}</span>
      </label>
      {/* The native file input speaks the browser's language: it stays, invisible, below our own label. */}
      <div className="relative">
        <input
          ref={input}
          id={id}
          type="file"
          name={props.name}
          accept={props.accept}
          onChange={choose}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          className="peer absolute inset-0 z-10 cursor-pointer opacity-0"
        />
        <div className="flex min-h-16 items-center justify-center gap-3 rounded-md border border-dashed border-line-strong bg-paper p-3 text-center font-semibold text-accent-strong peer-hover:bg-accent-soft peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-aria-invalid:border-danger">
          <Upload aria-hidden="true" className="size-5 shrink-0" />
          {file
            ? m['resources.form.file_chosen']({ name: file.name, size: formatSize(file.size) })
            : m['resources.form.choose_file']()}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {props.hint}
      </p>
      {file && (
        <div className="mt-1 flex items-center justify-between gap-4 rounded-md bg-sunken p-2">
          <button type="button" onClick={clear} className={buttonClass('quiet', 'ml-auto shrink-0 text-sm')}>
            {m['resources.form.remove_file']()}
          </button>
        </div>
      )}
    </div>
  );
}
