import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { CurrentUser } from '../contract.ts';
import { codeOf } from '../entry-forms.ts';
import { useSwitchUser } from './api.ts';
import { FormMessage, FormName, missing, useForm } from './form.tsx';
import { StepFrame } from './frame.tsx';
import { useGoOn } from './go-on.tsx';
import { keepNext, type SignInSearch } from '../going-on.ts';

export function CodeScreen({ search }: { search: SignInSearch }) {
  const switchUser = useSwitchUser();
  const goOn = useGoOn();
  const navigate = useNavigate();
  const form = useForm({
    name: 'code',
    check: (values) => missing(values, ['code']),
    async send(values) {
      const user = await sendJson<CurrentUser>('POST', '/api/login/code', codeOf(values));
      switchUser(user);
      toast(
        'success',
        m['accounts.toast.login_done'](),
        m['accounts.toast.login_done_text']({ name: user.fullName }),
      );
      goOn(user, search.next);
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'sign_in_expired') return;
      toast('danger', m['accounts.toast.login_failed'](), error.message);
      void navigate({ to: '/login', search: keepNext(search) });
    },
  });
  const { ref } = form.props;
  useEffect(() => {
    ref.current?.querySelector('input')?.focus();
  }, [ref]);
  return (
    <StepFrame title={m['accounts.code.title']()}>
      <p>{m['accounts.code.text']()}</p>
      <form {...form.props} className="grid gap-5">
        <FormName name="code" />
        <TextField
          label={m['accounts.code.label']()}
          hint={m['accounts.code.hint']()}
          {...form.field('code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['accounts.page.working']() : m['accounts.code.submit']()}
        </Button>
      </form>
      <Link
        to="/login"
        search={keepNext(search)}
        className="justify-self-center text-accent-strong underline"
      >
        {m['accounts.recover.back']()}
      </Link>
    </StepFrame>
  );
}
