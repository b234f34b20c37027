import { useEffect, useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { sendForm, withoutEmptyFiles } from '#platform/client/send-form.ts';
import { toast } from '#platform/client/toasts.tsx';
import { useAutosave, type SavedDraft } from './autosave.tsx';
import { nameOf, withoutErrorOf } from './field-errors.ts';
import type { Fields } from './form-group.tsx';

/**
 * Form state for something that is saved as a draft while it is being typed, and submitted with its files. The content
 * stays in the form whatever the server responds; each error is shown at its field.
 */
export function useDraftForm<Saved extends SavedDraft>(options: {
  /** The item that is edited; absent for a new one. */
  thing: SavedDraft | undefined;
  /** Collection to which a new item is posted; an existing one is changed below it, by its id. */
  path: string;
  isDraft: boolean;
  /** Fields without which there is too little for a draft. */
  needed: readonly string[];
  /** Fields that are sent only when the form is submitted. */
  waiting?: readonly string[];
  /** Picture fields that are saved with a draft, each with the field of their order. */
  pictures?: Readonly<Record<string, string>>;
  /** Heading above the reason of a failed submission; `state` is the requested state. */
  failed(state: FormDataEntryValue | null): string;
  /** Called after each save of the draft; `isFirst` when that created it. */
  onDraft(saved: Saved, isFirst: boolean, sent: FormData): void;
}) {
  const { thing, path, isDraft, needed, waiting, pictures, failed, onDraft } = options;
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef<AbortController>(null);
  // One idempotency key per form: submitting it again after a broken connection still creates one item.
  const idempotencyKey = useRef('');
  const [fields, setFields] = useState<Fields>({});
  const [failure, setFailure] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const unsaved = useRef(false);
  const unanswered = useRef(false);
  const draft = useRef<SavedDraft>(thing ? { id: thing.id, version: thing.version } : null);
  const autosave = useAutosave<Saved>({
    isOn: isDraft && progress === null,
    path,
    needed,
    ...(waiting && { waiting }),
    ...(pictures && { pictures }),
    form,
    draft,
    unsaved,
    unanswered,
    onSaved: onDraft,
  });
  useEffect(() => () => sending.current?.abort(), []);

  /** Call after a change outside of the form's own inputs. */
  function touch(): void {
    unsaved.current = true;
    autosave.touch();
  }

  /** The error of a field is removed once the field changes. */
  function edited(event: FormEvent<HTMLFormElement>): void {
    touch();
    forgive(nameOf(event));
  }

  function forgive(name: string): void {
    const rest = withoutErrorOf(fields, name);
    if (rest === fields) return;
    setFields(rest);
    // The page had shown an error.
    if (Object.keys(rest).length === 0) setFailure('');
  }

  /**
   * Submits the form unless `check` finds an error; returns null if it was not accepted, with the errors shown in the
   * form. `check` may add to the submitted data.
   */
  async function send(check: (data: FormData) => Fields): Promise<Saved | null> {
    if (!form.current || sending.current) return null;
    const { signal } = (sending.current = new AbortController());
    setFailure('');
    // Uploading pictures takes time, so show progress after the press.
    if (autosave.state.kind === 'saving') setProgress(0);
    try {
      // Pictures that are being saved with the draft are not uploaded twice.
      await Promise.race([autosave.settle(), aborted(signal)]);
      if (!form.current) return null;
      const data = withoutEmptyFiles(new FormData(form.current));
      const wrong = signal.aborted ? {} : check(data);
      setFields(wrong);
      if (Object.keys(wrong).length > 0) setFailure(m['platform.error.invalid_input']());
      if (signal.aborted || Object.keys(wrong).length > 0) {
        // Pending saves were cancelled above.
        if (unsaved.current) touch();
        return null;
      }
      setProgress(0);
      return await sendNow(data, signal);
    } finally {
      sending.current = null;
      setProgress(null);
    }
  }

  async function sendNow(data: FormData, signal: AbortSignal): Promise<Saved | null> {
    const saved = draft.current;
    if (saved) data.set('version', String(saved.version));
    idempotencyKey.current ||= crypto.randomUUID();
    try {
      const answer = await sendForm<Saved>(
        saved ? 'PATCH' : 'POST',
        saved ? `${path}/${saved.id}` : path,
        data,
        { idempotencyKey: idempotencyKey.current, locale: currentLocale(), onProgress: setProgress, signal },
      );
      unsaved.current = false;
      // After the response the form continues with the current content.
      draft.current = { id: answer.id, version: answer.version };
      idempotencyKey.current = '';
      return answer;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'aborted') return null;
      // Only a request without a response may be retried with the same key; a corrected form is a new request.
      if (code !== 'network_error') idempotencyKey.current = '';
      // The item may exist already, or does according to the second code: a draft next to it would be a duplicate.
      unanswered.current = saved === null && (code === 'network_error' || code === 'idempotency_conflict');
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
      toast('danger', failed(data.get('state')));
      // A form that was refused as a whole is still worth keeping.
      touch();
      return null;
    }
  }

  const cancel = () => sending.current?.abort();
  /** Call when there is nothing left to save: leaving the form loses nothing. */
  const finish = () => {
    unsaved.current = false;
  };
  return {
    form,
    fields,
    setFields,
    failure,
    progress,
    unsaved,
    autosave,
    touch,
    edited,
    forgive,
    send,
    cancel,
    finish,
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
}
