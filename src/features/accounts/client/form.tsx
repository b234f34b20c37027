import { useEffect, useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { forgetSentForm, sentForm, type SentFormName } from '#platform/client/sent-form.ts';
import { TextField } from '#ui/field.tsx';
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
 * which gets the focus, until the next submit; other errors appear above the button. A form with a `name`
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
  useEffect(() => {
    if (sent) forgetSentForm();
  }, [sent]);
  useEffect(() => {
    if (Object.keys(fields).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fields]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const values = valuesOf(event.currentTarget);
    const wrong = options.check?.(values) ?? {};
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
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    },
  };
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

/** Returns the error of a new password that can be found before it is sent. */
export function checkNewPassword(password: string, field = 'password'): Values {
  return password.length < passwordLength.min
    ? { [field]: m['platform.field.min_length']({ count: passwordLength.min }) }
    : {};
}

export const newPasswordHint = () => m['accounts.page.password_hint']({ count: passwordLength.min });
