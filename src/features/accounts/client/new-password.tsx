import { useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { TextField } from '#ui/field.tsx';
import type { isGuessable as isGuessableType } from '../guessable.ts';
import { passwordLength } from '../rules.ts';
import type { Values } from './form.tsx';

type Verdict = '' | 'short' | 'guessable' | 'good';

/** Rule of the server, loaded once somebody types a password. */
let isGuessable: typeof isGuessableType | undefined;

/** Returns how the server will judge a password; empty until the rule has been loaded. */
function judge(password: string, own: readonly string[]): Verdict {
  if (password === '') return '';
  if (password.length < passwordLength.min) return 'short';
  if (!isGuessable) return '';
  return isGuessable(password, own) ? 'guessable' : 'good';
}

/** Names and addresses in a form, which a password must not consist of. */
const ownNames = ['fullName', 'email', 'username'];
function ownIn(form: HTMLFormElement | null): string[] {
  const data = form ? new FormData(form) : new FormData();
  return ownNames.map((name) => String(data.get(name) ?? '').trim()).filter((text) => text !== '');
}

/** Returns the error of a new password that can be found before it is sent. */
export function checkNewPassword(password: string, field = 'password', own: readonly string[] = []): Values {
  if (password.length < passwordLength.min)
    return { [field]: m['platform.field.min_length']({ count: passwordLength.min }) };
  return judge(password, own) === 'guessable' ? { [field]: m['accounts.field.guessable_password']() } : {};
}

/** Returns what the values of a form tell of the person. */
export const ownOf = (values: Values): string[] =>
  ownNames.map((name) => (values[name] ?? '').trim()).filter((text) => text !== '');

const verdictWords: Record<Exclude<Verdict, ''>, () => string> = {
  short: () => m['platform.field.min_length']({ count: passwordLength.min }),
  guessable: () => m['accounts.field.guessable_password'](),
  good: () => m['accounts.page.password_good'](),
};

/** Field of a new password: tells the whole rule, and judges by it what is being typed. */
export function NewPasswordField(props: {
  label?: string;
  name?: string;
  error: string | undefined;
  defaultValue?: string | undefined;
  autoFocus?: boolean;
  /** Names of the person that are not in the form. */
  own?: readonly string[];
}) {
  const { label = m['accounts.page.password'](), name = 'password', own = [], error, ...rest } = props;
  const [shown, setShown] = useState(false);
  const [verdict, setVerdict] = useState<Verdict>('');

  async function typed({ currentTarget }: FormEvent<HTMLInputElement>): Promise<void> {
    const judgeNow = () => setVerdict(judge(currentTarget.value, [...own, ...ownIn(currentTarget.form)]));
    judgeNow();
    if (isGuessable) return;
    // Without it the server judges alone.
    const loaded = await import('../guessable.ts').catch(() => undefined);
    isGuessable = loaded?.isGuessable;
    judgeNow();
  }
  return (
    <div className="grid gap-1">
      <TextField
        label={label}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        maxLength={passwordLength.max}
        hint={m['accounts.page.password_hint']({ count: passwordLength.min })}
        error={error}
        onChange={(event) => void typed(event)}
        {...rest}
      />
      <p
        aria-live="polite"
        className={`text-sm font-semibold empty:hidden ${verdict === 'good' ? 'text-accent-strong' : 'text-ink-soft'}`}
      >
        {verdict !== '' && error === undefined && verdictWords[verdict]()}
      </p>
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
