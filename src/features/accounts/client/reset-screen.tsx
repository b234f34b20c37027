import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { useSwitchUser } from './api.ts';
import { FormMessage, useForm } from './form.tsx';
import { checkNewPassword, NewPasswordField } from './new-password.tsx';
import { StepFrame } from './frame.tsx';

/** `token` comes from the mailed link. */
export function ResetScreen({ token }: { token: string }) {
  const navigate = useNavigate();
  const switchUser = useSwitchUser();
  const [dead, setDead] = useState(token === '');
  const form = useForm({
    check: (values) => checkNewPassword(values['password'] ?? ''),
    async send({ password }) {
      await sendJson('POST', '/api/password/reset', { token, password });
      switchUser(null);
      toast('success', m['accounts.recover.reset_done'](), m['accounts.recover.reset_done_text']());
      await navigate({ to: '/login', search: {} });
    },
    onError: (error) => setDead(error instanceof ApiError && error.code === 'link_expired'),
  });
  if (dead) return <DeadLink />;
  return (
    <StepFrame title={m['accounts.recover.reset_title']()}>
      <p>{m['accounts.recover.reset_text']()}</p>
      <form {...form.props} className="grid gap-5">
        <NewPasswordField label={m['accounts.recover.new_password']()} error={form.fields['password']} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['accounts.page.working']() : m['accounts.recover.reset_submit']()}
        </Button>
      </form>
    </StepFrame>
  );
}

function DeadLink() {
  return (
    <StepFrame title={m['accounts.recover.dead_link']()}>
      <p role="alert">{m['accounts.error.link_expired']()}</p>
      <Link
        to="/{$step}-password"
        params={{ step: 'forgot' }}
        className={buttonClass('primary', 'justify-self-start')}
      >
        {m['accounts.recover.new_link']()}
      </Link>
    </StepFrame>
  );
}
