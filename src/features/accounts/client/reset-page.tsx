import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, sendJson } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { useSwitchUser } from './api.ts';
import { checkNewPassword, FormMessage, newPasswordHint, PasswordField, useForm } from './form.tsx';
import { StepFrame } from './frame.tsx';

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search: Record<string, unknown>) => ({ token: String(search['token'] ?? '') }),
  head: () => pageHead({ path: '/reset-password', title: m['accounts.recover.reset_title'](), hidden: true }),
  component: ResetPage,
});

function ResetPage() {
  const { token } = Route.useSearch();
  const navigate = Route.useNavigate();
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
        <PasswordField
          label={m['accounts.recover.new_password']()}
          autoComplete="new-password"
          hint={newPasswordHint()}
          error={form.fields['password']}
        />
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
      <Link to="/forgot-password" className={buttonClass('primary', 'justify-self-start')}>
        {m['accounts.recover.new_link']()}
      </Link>
    </StepFrame>
  );
}
