import { useEffect, useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { sendForm, withoutEmptyFiles } from '#platform/client/send-form.ts';
import { toast } from '#platform/client/toasts.tsx';
import { useAutosave, type SavedDraft } from './autosave.tsx';
import type { Fields } from './form-group.tsx';

/**
 * A form for something that is saved as a draft while it is typed, and sent with its files. What was typed stays in the
 * form whatever the server says; each error stands at its field.
 */
export function useDraftForm<Saved extends SavedDraft>(options: {
  /** What is changed; nothing for a new one. */
  thing: SavedDraft | undefined;
  /** Where a new one is sent; what exists is changed below it, by its id. */
  path: string;
  isDraft: boolean;
  /** Fields without which there is too little for a draft. */
  needed: readonly string[];
  /** Fields that wait until the form itself is sent. */
  waiting?: readonly string[];
  /** Fields of pictures that are saved with a draft, each with the field that says their order. */
  pictures?: Readonly<Record<string, string>>;
  /** Above the reason why it was not sent; `state` is the one that it was to have. */
  failed(state: FormDataEntryValue | null): string;
  /** A draft was saved while it was typed; `isFirst` when that made it. */
  onDraft(saved: Saved, isFirst: boolean, sent: FormData): void;
}) {
  const { thing, path, isDraft, needed, waiting, pictures, failed, onDraft } = options;
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef<AbortController>(null);
  // One key for one form: sending it twice, after a broken connection, still makes one thing.
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

  /** Something has changed that is no input of the form's own. */
  function touch(): void {
    unsaved.current = true;
    autosave.touch();
  }

  /** What was wrong with a field is not known of what is typed there now. */
  function edited(event: FormEvent<HTMLFormElement>): void {
    touch();
    const input = event.target as HTMLInputElement;
    forgive(input.dataset['name'] ?? input.name);
  }

  function forgive(name: string): void {
    const kept = Object.entries(fields).filter(
      ([field]) => field !== name && !field.startsWith(`${name}[`) && !field.startsWith(`${name}.`),
    );
    if (kept.length === Object.keys(fields).length) return;
    setFields(Object.fromEntries(kept));
    // It said that something was wrong.
    if (kept.length === 0) setFailure('');
  }

  /**
   * Sends what the form holds, unless `check` finds something wrong with it; null where it was not taken, which is then
   * told in the form. `check` may complete what is sent.
   */
  async function send(check: (data: FormData) => Fields): Promise<Saved | null> {
    if (!form.current || sending.current) return null;
    const { signal } = (sending.current = new AbortController());
    setFailure('');
    // Pictures take their time, and whoever has pressed the button is to see that it goes on.
    if (autosave.state.kind === 'saving') setProgress(0);
    try {
      // Pictures that are being saved with the draft are not sent a second time.
      await Promise.race([autosave.settle(), aborted(signal)]);
      if (!form.current) return null;
      const data = withoutEmptyFiles(new FormData(form.current));
      const wrong = signal.aborted ? {} : check(data);
      setFields(wrong);
      if (Object.keys(wrong).length > 0) setFailure(m['platform.error.invalid_input']());
      if (signal.aborted || Object.keys(wrong).length > 0) {
        // What waited to be saved was called off above.
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
      // Whoever stays goes on with what there is now.
      draft.current = { id: answer.id, version: answer.version };
      idempotencyKey.current = '';
      return answer;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'aborted') return null;
      // Only an answer that never came may be asked for again with the same key; a corrected form is another.
      if (code !== 'network_error') idempotencyKey.current = '';
      // A new one may be there, or is as the second code says: a draft beside it would be a second one.
      unanswered.current = saved === null && (code === 'network_error' || code === 'idempotency_conflict');
      setFields(error instanceof ApiError ? error.fields : {});
      setFailure(describeError(error));
      toast('danger', failed(data.get('state')));
      // What was refused as a whole is still worth keeping.
      touch();
      return null;
    }
  }

  const cancel = () => sending.current?.abort();
  /** Nothing is left to save: leaving the form now loses nothing. */
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
