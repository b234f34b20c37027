import { useEffect, useRef, useState, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { sendForm } from '#platform/client/send-form.ts';
import { dateFormat } from '#platform/shared/formats.ts';

/** Debounce: the draft is saved after this long without typing. */
const pauseMs = 2500;
/** Delay before a failed save is retried, with or without further typing. */
const againMs = 20_000;

export type SavedDraft = { id: string; version: number };
type State =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'failed'; why: string }
  | { kind: 'conflict' };

/**
 * Saves a draft while it is being typed: its fields, and of its files only those that `pictures` names. `draft` is the
 * saved draft, set by the first save. Fields that the server refuses are left out and reported when the form is
 * submitted.
 */
export function useAutosave<Saved extends SavedDraft>(options: {
  isOn: boolean;
  /** Collection to which a new draft is posted; a saved one is changed below it, by its id. */
  path: string;
  /** Fields without which there is too little for a draft. */
  needed: readonly string[];
  /** Fields that are sent only when the form is submitted. */
  waiting?: readonly string[];
  /** Picture fields that are saved with the draft, each with the field of their order. */
  pictures?: Readonly<Record<string, string>>;
  form: RefObject<HTMLFormElement | null>;
  draft: RefObject<SavedDraft | null>;
  unsaved: RefObject<boolean>;
  /** True if the form was submitted and may have been accepted: another save could then create a duplicate. */
  unanswered: RefObject<boolean>;
  /** `isNew` for the first save; `sent` is the saved form data. */
  onSaved(saved: Saved, isNew: boolean, sent: FormData): void;
}) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const [isKept, setIsKept] = useState(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef(Promise.resolve());
  const edits = useRef(0);
  const stopped = useRef(false);
  const idempotencyKey = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  function saveIn(ms: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      running.current = running.current.then(save);
    }, ms);
  }

  async function save(): Promise<void> {
    const { form, draft, unsaved, unanswered, onSaved } = latest.current;
    if (!form.current || stopped.current || unanswered.current || !latest.current.isOn) return;
    const data = draftOf(new FormData(form.current), latest.current);
    if (!data) return;
    const editsBefore = edits.current;
    setState({ kind: 'saving' });
    try {
      const saved = await sendDraft(data, draft.current);
      const isNew = draft.current === null;
      draft.current = { id: saved.id, version: saved.version };
      setState({ kind: 'saved', at: new Date() });
      onSaved(saved, isNew, data);
      // A chosen file that is not uploaded yet would be lost by leaving.
      if (edits.current === editsBefore && !hasFiles(form.current)) {
        unsaved.current = false;
        setIsKept(true);
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') {
        stopped.current = true;
        setState({ kind: 'conflict' });
        return;
      }
      // The first save succeeded and only its response was lost; the current content is a different request.
      if (error instanceof ApiError && error.code === 'idempotency_conflict') idempotencyKey.current = '';
      setState({ kind: 'failed', why: describeError(error) });
      if (!(error instanceof ApiError && error.status >= 400 && error.status < 500)) saveIn(againMs);
    }
  }

  async function sendDraft(data: FormData, draft: SavedDraft | null): Promise<Saved> {
    idempotencyKey.current ||= crypto.randomUUID();
    if (draft) data.set('version', String(draft.version));
    const send = () =>
      sendForm<Saved>(
        draft ? 'PATCH' : 'POST',
        draft ? `${latest.current.path}/${draft.id}` : latest.current.path,
        data,
        {
          idempotencyKey: idempotencyKey.current,
          locale: currentLocale(),
          onProgress: () => {},
          signal: new AbortController().signal,
        },
      );
    try {
      return await send();
    } catch (error) {
      const refused = error instanceof ApiError ? Object.keys(error.fields) : [];
      if (refused.length === 0) throw error;
      const { pictures = {} } = latest.current;
      for (const path of refused) {
        const name = path.split(/[.[]/)[0] ?? path;
        data.delete(name);
        // Without the files the order would name missing pictures.
        for (const pair of Object.entries(pictures).filter((each) => each.includes(name)))
          for (const each of pair) data.delete(each);
      }
      // A different body needs a different key.
      idempotencyKey.current = crypto.randomUUID();
      return send();
    }
  }

  return {
    state,
    /** Everything in the form is saved. */
    isKept,
    /** Call after a change. */
    touch() {
      edits.current += 1;
      setIsKept(false);
      if (options.isOn && !stopped.current) saveIn(pauseMs);
    },
    /** Call before the form is submitted: stops saving and waits for a running save. */
    async settle() {
      clearTimeout(timer.current);
      await running.current;
      clearTimeout(timer.current);
    },
  };
}

/** Returns the saveable content of a form; null while there is too little for a draft. */
export function draftOf(
  data: FormData,
  {
    needed,
    waiting = [],
    pictures = {},
  }: {
    needed: readonly string[];
    waiting?: readonly string[];
    pictures?: Readonly<Record<string, string>> | undefined;
  },
): FormData | null {
  for (const name of needed) if (String(data.get(name) ?? '').trim() === '') return null;
  for (const name of waiting) data.delete(name);
  for (const [name, value] of Array.from(data)) if (isLeftOut(name, value, pictures)) data.delete(name);
  data.set('state', 'draft');
  return data;
}

function isLeftOut(
  name: string,
  value: FormDataEntryValue,
  pictures: Readonly<Record<string, string>>,
): boolean {
  return value instanceof File && (!(name in pictures) || value.size === 0);
}

function hasFiles(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll<HTMLInputElement>('input[type="file"][name]')].some(
    ({ files }) => files !== null && files.length > 0,
  );
}

/** One quiet line that tells whether the typed content is saved. */
export function AutosaveNote({ state }: { state: State }) {
  const words = noteWords(state);
  return words === '' ? null : (
    <p className={`text-sm ${state.kind === 'conflict' ? 'text-danger' : 'text-ink-soft'}`}>{words}</p>
  );
}

function noteWords(state: State): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'saving':
      return m['platform.autosave.saving']();
    case 'saved':
      return m['platform.autosave.saved']({
        time: dateFormat(currentLocale(), { timeStyle: 'short' }).format(state.at),
      });
    case 'failed':
      return m['platform.autosave.failed']({ why: state.why });
    case 'conflict':
      return m['platform.autosave.conflict']();
  }
}
