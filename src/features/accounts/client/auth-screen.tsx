import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { passwordLength } from '../rules.ts';
import { currentUserQuery, useLogin, useRegister } from './api.ts';

type Tab = 'login' | 'register';

/** One screen with two tabs; each tab has an address of its own, so the tabs are links. */
export function AuthScreen({ tab }: { tab: Tab }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  if (user) {
    return (
      <div className="page grid max-w-lg gap-4 py-16">
        <h1 className="text-2xl font-bold">{m['accounts.page.title']()}</h1>
        <p>{m['accounts.page.signed_in']({ name: user.fullName || user.username })}</p>
        <Link to="/" className={buttonClass('primary', 'justify-self-start')}>
          {m['accounts.page.go_home']()}
        </Link>
      </div>
    );
  }
  return (
    <div className="page max-w-lg py-8 md:py-16">
      <h1 className="sr-only">{m['accounts.page.title']()}</h1>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <nav aria-label={m['accounts.page.title']()} className="grid grid-cols-2">
          <TabLink to="/login" name={m['accounts.page.login']()} current={tab === 'login'} />
          <TabLink to="/register" name={m['accounts.page.register']()} current={tab === 'register'} />
        </nav>
        <div className="p-6 md:p-8">{tab === 'login' ? <LoginForm /> : <RegisterForm />}</div>
      </div>
    </div>
  );
}

function TabLink({ to, name, current }: { to: '/login' | '/register'; name: string; current: boolean }) {
  return (
    <Link
      to={to}
      replace
      aria-current={current ? 'page' : undefined}
      className={`border-b-2 py-4 text-center font-semibold ${
        current ? 'border-accent text-accent-strong' : 'border-line bg-paper text-ink-soft hover:text-ink'
      }`}
    >
      {name}
    </Link>
  );
}

/** Puts the reader where the first mistake is. */
function useFocusFirstError(fields: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(fields).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fields]);
  return form;
}

function formValues(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function LoginForm() {
  const login = useLogin();
  const navigate = useNavigate();
  const [fields, setFields] = useState<Record<string, string>>({});
  const form = useFocusFirstError(fields);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { account = '', password = '' } = formValues(event.currentTarget);
    const missing = {
      ...(account.trim() === '' && { account: m['platform.field.required']() }),
      ...(password === '' && { password: m['platform.field.required']() }),
    };
    setFields(missing);
    if (Object.keys(missing).length > 0) return;
    const who = account.includes('@') ? { email: account.trim() } : { username: account.trim() };
    login.mutate(
      { ...who, password },
      {
        onSuccess: (user) => {
          toast(
            'success',
            m['accounts.toast.login_done'](),
            m['accounts.toast.login_done_text']({ name: user.fullName }),
          );
          void navigate({ to: '/' });
        },
        onError: (error) =>
          toast(
            'danger',
            m['accounts.toast.login_failed'](),
            describeError(error, m['accounts.toast.login_failed_text']()),
          ),
      },
    );
  }
  return (
    <form ref={form} onSubmit={submit} method="post" noValidate className="grid gap-5">
      <TextField
        label={m['accounts.page.email_or_username']()}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={fields['account']}
      />
      <PasswordField autoComplete="current-password" error={fields['password']} />
      {login.isError && (
        <p className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {describeError(login.error, m['accounts.toast.login_failed_text']())}
        </p>
      )}
      <Button type="submit" disabled={login.isPending}>
        {login.isPending ? m['accounts.page.working']() : m['accounts.page.login']()}
      </Button>
      <p className="text-center text-sm text-ink-soft">
        {m['accounts.page.to_register']()}{' '}
        <Link to="/register" replace className="font-semibold text-accent-strong underline">
          {m['accounts.page.register']()}
        </Link>
      </p>
    </form>
  );
}

function RegisterForm() {
  const register = useRegister();
  const navigate = useNavigate();
  const [fields, setFields] = useState<Record<string, string>>({});
  const form = useFocusFirstError(fields);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const {
      fullName = '',
      email = '',
      username = '',
      password = '',
      confirmPassword,
    } = formValues(event.currentTarget);
    const wrong = {
      ...(fullName.trim() === '' && { fullName: m['platform.field.required']() }),
      ...(email.trim() === '' && { email: m['platform.field.required']() }),
      ...(password.length < passwordLength.min && {
        password: m['platform.field.min_length']({ count: passwordLength.min }),
      }),
      ...(password !== confirmPassword && { confirmPassword: m['accounts.page.passwords_differ']() }),
    };
    setFields(wrong);
    if (Object.keys(wrong).length > 0) return;
    register.mutate(
      { fullName, email, password, ...(username.trim() !== '' && { username: username.trim() }) },
      {
        onSuccess: (user) => {
          toast(
            'success',
            m['accounts.toast.register_done'](),
            m['accounts.toast.register_done_text']({ name: user.fullName }),
          );
          void navigate({ to: '/' });
        },
        onError: (error) => {
          if (error instanceof ApiError) setFields(error.fields);
          toast(
            'danger',
            m['accounts.toast.register_failed'](),
            describeError(error, m['accounts.toast.register_failed_text']()),
          );
        },
      },
    );
  }
  return (
    <form ref={form} onSubmit={submit} method="post" noValidate className="grid gap-5">
      <p className="text-sm text-ink-soft">{m['accounts.page.why']()}</p>
      <TextField
        label={m['accounts.page.full_name']()}
        name="fullName"
        autoComplete="name"
        maxLength={80}
        error={fields['fullName']}
      />
      <TextField
        label={m['accounts.page.email']()}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={fields['email']}
      />
      <TextField
        label={m['accounts.page.username']()}
        optional={m['accounts.page.optional']()}
        hint={m['accounts.page.username_hint']()}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        error={fields['username']}
      />
      <PasswordField
        autoComplete="new-password"
        hint={m['accounts.page.password_hint']({ count: passwordLength.min })}
        error={fields['password']}
      />
      <TextField
        label={m['accounts.page.confirm_password']()}
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        maxLength={passwordLength.max}
        error={fields['confirmPassword']}
      />
      <Button type="submit" disabled={register.isPending}>
        {register.isPending ? m['accounts.page.working']() : m['accounts.page.register']()}
      </Button>
      <p className="text-center text-sm text-ink-soft">
        {m['accounts.page.to_login']()}{' '}
        <Link to="/login" replace className="font-semibold text-accent-strong underline">
          {m['accounts.page.login']()}
        </Link>
      </p>
    </form>
  );
}

function PasswordField(props: { autoComplete: string; hint?: string; error: string | undefined }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="grid gap-1">
      <TextField
        label={m['accounts.page.password']()}
        name="password"
        type={shown ? 'text' : 'password'}
        maxLength={passwordLength.max}
        {...props}
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
