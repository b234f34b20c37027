import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { CurrentUser, SignInAnswer } from '../contract.ts';
import { loginOf, registrationOf } from '../entry-forms.ts';
import { looksLikeEmail } from '../rules.ts';
import { serviceNames } from '../going-on.ts';
import { currentUserQuery, useSwitchUser } from './api.ts';
import { checkConsents, ConsentFields } from './consent-fields.tsx';
import {
  checkEmail,
  checkUsername,
  FormMessage,
  FormName,
  missing,
  PasswordField,
  useForm,
} from './form.tsx';
import { checkNewPassword, NewPasswordField, ownOf } from './new-password.tsx';
import { useGoOn } from './go-on.tsx';
import { keepNext, type SignInSearch } from '../going-on.ts';
import { PasskeyCancelled, showPasskey } from './security-api.ts';
import { ServiceButtons, serviceWords } from './services.tsx';

type Tab = 'login' | 'register';

/** Screen with two tabs. Each tab has its own address, so the tabs are links. */
export function AuthScreen({ tab, search }: { tab: Tab; search: SignInSearch }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const goOn = useGoOn();
  const greeted = useRef(false);
  useEffect(() => {
    // Runs once after a service has signed someone in.
    if (!user || search.done === undefined || greeted.current) return;
    greeted.current = true;
    welcome(user);
    goOn(user, search.next);
  }, [user, search.done, search.next, goOn]);
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
          <TabLink to="/login" search={search} name={m['accounts.page.login']()} current={tab === 'login'} />
          <TabLink
            to="/register"
            search={search}
            name={m['accounts.page.register']()}
            current={tab === 'register'}
          />
        </nav>
        <div className="grid gap-5 p-6 md:p-8">
          <Problem search={search} />
          {tab === 'login' ? <LoginForm search={search} /> : <RegisterForm search={search} />}
        </div>
      </div>
    </div>
  );
}

function welcome(user: CurrentUser): void {
  toast(
    'success',
    m['accounts.toast.login_done'](),
    m['accounts.toast.login_done_text']({ name: user.fullName }),
  );
}

function TabLink(props: {
  to: '/login' | '/register';
  search: SignInSearch;
  name: string;
  current: boolean;
}) {
  return (
    <Link
      to={props.to}
      search={keepNext(props.search)}
      replace
      aria-current={props.current ? 'page' : undefined}
      className={`border-b-2 py-4 text-center font-semibold ${
        props.current
          ? 'border-accent text-accent-strong'
          : 'border-line bg-paper text-ink-soft hover:text-ink'
      }`}
    >
      {props.name}
    </Link>
  );
}

/** Result of a visit to a service that did not end in a sign-in. */
function Problem({ search }: { search: SignInSearch }) {
  const { problem, service, ways = '' } = search;
  if (problem === undefined || service === undefined) return null;
  const name = { service: serviceWords[service]() };
  if (problem === 'cancelled') return <FormMessage>{m['accounts.page.problem_cancelled'](name)}</FormMessage>;
  if (problem === 'suspended') return <FormMessage>{m['accounts.page.problem_suspended']()}</FormMessage>;
  if (problem !== 'account_exists')
    return <FormMessage>{m['accounts.page.problem_failed'](name)}</FormMessage>;
  const named = ways.split('.').flatMap((way) => {
    if (way === 'password') return [m['accounts.page.password']()];
    if (way === 'passkey') return [m['accounts.page.way_passkey']()];
    const other = serviceNames.find((each) => each === way);
    return other ? [serviceWords[other]()] : [];
  });
  return (
    <FormMessage>
      {m['accounts.page.problem_account_exists'](name)}
      {named.length > 0 && <> {m['accounts.page.ways']({ ways: named.join(', ') })}</>}
    </FormMessage>
  );
}

function LoginForm({ search }: { search: SignInSearch }) {
  const switchUser = useSwitchUser();
  const goOn = useGoOn();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const form = useForm({
    name: 'login',
    check: (values) => missing(values, ['account', 'password']),
    async send(values) {
      const answer = await sendJson<SignInAnswer>('POST', '/api/login', loginOf(values));
      if ('secondFactorNeeded' in answer) {
        await navigate({ to: '/sign-in/$step', params: { step: 'code' }, search: keepNext(search) });
        return;
      }
      switchUser(answer);
      welcome(answer);
      goOn(answer, search.next);
    },
    onError: (error) =>
      toast(
        'danger',
        m['accounts.toast.login_failed'](),
        describeError(error, m['accounts.toast.login_failed_text']()),
      ),
  });
  return (
    <>
      <form {...form.props} className="grid gap-5">
        <FormName name="login" />
        <TextField
          label={m['accounts.page.email_or_username']()}
          {...form.field('account')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          onChange={(event) => setTyped(event.target.value)}
        />
        <PasswordField autoComplete="current-password" {...form.field('password')} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['accounts.page.working']() : m['accounts.page.login']()}
        </Button>
      </form>
      <Link
        to="/{$step}-password"
        params={{ step: 'forgot' }}
        // Kept out of the address, which is logged and visible to others.
        state={looksLikeEmail(typed) ? { typedEmail: typed.trim() } : {}}
        className="justify-self-center py-1 text-accent-strong underline"
      >
        {m['accounts.page.forgot']()}
      </Link>
      <Or />
      <div className="grid gap-3">
        <PasskeyButton search={search} />
        <ServiceButtons next={search.next} />
      </div>
      <p className="text-center text-sm text-ink-soft">
        {m['accounts.page.to_register']()}{' '}
        <Link
          to="/register"
          search={keepNext(search)}
          replace
          className="font-semibold text-accent-strong underline"
        >
          {m['accounts.page.register']()}
        </Link>
      </p>
    </>
  );
}

function Or() {
  return (
    <p className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {m['accounts.page.or']()}
    </p>
  );
}

function PasskeyButton({ search }: { search: SignInSearch }) {
  const switchUser = useSwitchUser();
  const goOn = useGoOn();
  const [working, setWorking] = useState(false);
  async function signIn(): Promise<void> {
    setWorking(true);
    try {
      const user = await showPasskey('/api/login/passkey');
      switchUser(user);
      welcome(user);
      goOn(user, search.next);
    } catch (error) {
      const words =
        error instanceof PasskeyCancelled ? m['accounts.security.passkey_cancelled']() : describeError(error);
      toast('danger', m['accounts.toast.login_failed'](), words);
      setWorking(false);
    }
  }
  return (
    <Button look="secondary" disabled={working} onClick={() => void signIn()}>
      <KeyRound aria-hidden="true" className="size-5" />
      {m['accounts.page.passkey_login']()}
    </Button>
  );
}

function RegisterForm({ search }: { search: SignInSearch }) {
  const switchUser = useSwitchUser();
  const goOn = useGoOn();
  const form = useForm({
    name: 'register',
    check: (values) => ({
      ...missing(values, ['fullName', 'email']),
      ...checkEmail(values['email'] ?? ''),
      ...checkUsername(values['username'] ?? ''),
      ...checkConsents(values),
      ...checkNewPassword(values['password'] ?? '', 'password', ownOf(values)),
      ...(values['password'] !== values['confirmPassword'] && {
        confirmPassword: m['accounts.page.passwords_differ'](),
      }),
    }),
    async send(values) {
      const user = await sendJson<CurrentUser>('POST', '/api/register', registrationOf(values));
      switchUser(user);
      toast(
        'success',
        m['accounts.toast.register_done'](),
        m['accounts.toast.register_done_text']({ name: user.fullName }),
      );
      goOn(user, search.next);
    },
    onError: (error) =>
      toast(
        'danger',
        m['accounts.toast.register_failed'](),
        describeError(error, m['accounts.toast.register_failed_text']()),
      ),
  });
  const { field } = form;
  return (
    <>
      <form {...form.props} className="grid gap-5">
        <FormName name="register" />
        <p className="text-sm text-ink-soft">{m['accounts.page.why']()}</p>
        <TextField
          label={m['accounts.page.full_name']()}
          {...field('fullName')}
          autoComplete="name"
          maxLength={80}
        />
        <TextField
          label={m['accounts.page.email']()}
          {...field('email')}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <TextField
          label={m['accounts.page.username']()}
          optional={m['accounts.page.optional']()}
          hint={m['accounts.page.username_hint']()}
          {...field('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
        />
        <NewPasswordField {...field('password')} />
        <PasswordField
          label={m['accounts.page.confirm_password']()}
          {...field('confirmPassword')}
          autoComplete="new-password"
        />
        <ConsentFields field={field} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['accounts.page.working']() : m['accounts.page.register']()}
        </Button>
      </form>
      <div className="grid gap-3 empty:hidden">
        <ServiceButtons next={search.next} />
      </div>
      <p className="text-center text-sm text-ink-soft">
        {m['accounts.page.to_login']()}{' '}
        <Link
          to="/login"
          search={keepNext(search)}
          replace
          className="font-semibold text-accent-strong underline"
        >
          {m['accounts.page.login']()}
        </Link>
      </p>
    </>
  );
}
