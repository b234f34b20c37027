import { useEffect, useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { forgetSentForm, sentForm, type SentFormName } from '#platform/client/sent-form.ts';
import { TextField } from '#ui/field.tsx';
import { leave, nameOf, useFirstWrong, withoutErrorOf } from '#ui/field-errors.ts';
export { FormMessage, FormName } from './form-parts.tsx';
import { isUsername, looksLikeEmail, passwordLength, usernameLength } from '../rules.ts';

export type Values = Record<string, string>;

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Returns errors for the required fields that are empty. */
export function missing(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    names
      .filter((name) => (values[name] ?? '').trim() === '')
      .map((name) => [name, m['platform.field.required']()]),
  );
}

/** Field of a form: its name, its error, and the value typed before a submit without scripts. */
export type Field = {
  name: string;
  error: string | undefined;
  defaultValue: string | undefined;
  autoFocus: boolean;
};

/**
 * Returns the state of a form that keeps its input. Errors of `check` or the server appear at their field,
 * which gets the focus, until the field is right or changed; other errors appear above the button. A form with a `name`
 * also shows errors of a submit without scripts.
 */
export function useForm(options: {
  name?: SentFormName;
  check?(values: Values): Values;
  send(values: Values): Promise<void>;
  onError?(error: unknown): void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [sent] = useState(() => (options.name === undefined ? undefined : sentForm(options.name)));
  const [fields, setFields] = useState<Values>(sent?.fields ?? {});
  const [message, setMessage] = useState(sent?.message ?? '');
  const [pending, setPending] = useState(false);
  /** Fields with an error of `check`, which can be asked again. */
  const judged = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (sent) forgetSentForm();
  }, [sent]);
  useFirstWrong(form, fields);

  /** A changed field is judged again; what the server said of it no longer holds. */
  function corrected(event: FormEvent<HTMLFormElement>): void {
    if (Object.keys(fields).length === 0) return;
    const wrong = options.check?.(valuesOf(event.currentTarget)) ?? {};
    setFields((shown) => judgedAgain(shown, { changed: nameOf(event), wrong, judged: judged.current }));
    setMessage('');
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const values = valuesOf(event.currentTarget);
    const wrong = options.check?.(values) ?? {};
    judged.current = new Set(Object.keys(wrong));
    setFields(wrong);
    setMessage('');
    if (Object.keys(wrong).length > 0) return;
    setPending(true);
    try {
      await options.send(values);
    } catch (error) {
      const told = error instanceof ApiError ? fieldsIn(form.current, error.fields) : {};
      setFields(told);
      const shown = Object.keys(told).some((name) => form.current?.elements.namedItem(name) !== null);
      setMessage(shown ? '' : describeError(error));
      options.onError?.(error);
    } finally {
      setPending(false);
    }
  }
  const [first] = Object.keys(sent?.fields ?? {});
  return {
    fields,
    field: (name: string): Field => ({
      name,
      error: fields[name],
      defaultValue: sent?.values[name],
      autoFocus: name === first,
    }),
    message,
    pending,
    props: {
      ref: form,
      method: 'post' as const,
      noValidate: true,
      onInput: corrected,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    },
  };
}

/**
 * Returns the errors that are left after a change: those that `check` found are judged again, one of the server
 * goes with the change of its field.
 */
export function judgedAgain(
  shown: Values,
  after: { changed: string; wrong: Values; judged: ReadonlySet<string> },
): Values {
  const { changed, wrong, judged } = after;
  const kept = Object.entries(judged.has(changed) ? shown : withoutErrorOf(shown, changed)).flatMap(
    ([name, problem]): [string, string][] => {
      if (!judged.has(name)) return [[name, problem]];
      const still = wrong[name];
      return still === undefined ? [] : [[name, still]];
    },
  );
  return leave(Object.fromEntries(kept));
}

/** Maps errors to the form's fields: an error at `words[1]` appears at the field `words`. */
function fieldsIn(form: HTMLFormElement | null, fields: Values): Values {
  const has = (name: string) => form?.elements.namedItem(name) != null;
  return Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => {
      const [whole = path] = path.split(/[[.]/, 1);
      return [!has(path) && has(whole) ? whole : path, problem];
    }),
  );
}

export function PasswordField(props: {
  label?: string;
  name?: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error: string | undefined;
  defaultValue?: string | undefined;
  autoFocus?: boolean;
}) {
  const { label = m['accounts.page.password'](), name = 'password', ...rest } = props;
  const [shown, setShown] = useState(false);
  return (
    <div className="grid gap-1">
      <TextField
        label={label}
        name={name}
        type={shown ? 'text' : 'password'}
        maxLength={passwordLength.max}
        {...rest}
      />
      <button
        type="button"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="justify-self-end py-1 text-sm text-accent-strong underline"
      >
        {shown ? m['accounts.page.hide_password']() : m['accounts.page.show_password']()}
      </button>
    </div>
  );
}

/** Returns the error of an invalid address; for a missing one use {@link missing}. */
export function checkEmail(email: string): Values {
  return email.trim() === '' || looksLikeEmail(email) ? {} : { email: m['platform.field.email']() };
}

/** Returns the error of a username; an empty one is valid. */
export function checkUsername(typed: string): Values {
  const username = typed.trim();
  if (username === '') return {};
  if (username.length < usernameLength.min)
    return { username: m['platform.field.min_length']({ count: usernameLength.min }) };
  return isUsername(username) ? {} : { username: m['accounts.field.username']() };
}
