import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { checkEmail, FormMessage, missing, useForm } from './form.tsx';
import { StepFrame } from './frame.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Address typed into the form that led here. */
    typedEmail?: string;
  }
}

export function ForgotScreen() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    check: (values) => ({ ...missing(values, ['email']), ...checkEmail(values['email'] ?? '') }),
    async send({ email = '' }) {
      await sendJson('POST', '/api/password/forgot', { email });
      setSentTo(email.trim());
    },
  });
  const typedEmail = useLocation({ select: ({ state }) => state.typedEmail });
  const { ref } = form.props;
  useEffect(() => {
    // After hydration: the server does not know the value and renders an empty field.
    const field = ref.current?.querySelector('input');
    if (field && typedEmail !== undefined && field.value === '') field.value = typedEmail;
  }, [ref, typedEmail]);
  if (sentTo !== undefined) {
    return (
      <StepFrame title={m['accounts.recover.sent_title']()}>
        <p role="status">{m['accounts.recover.sent_text']({ email: sentTo })}</p>
        <Link to="/login" className={buttonClass('secondary', 'justify-self-start')}>
          {m['accounts.recover.back']()}
        </Link>
      </StepFrame>
    );
  }
  return (
    <StepFrame title={m['accounts.recover.forgot_title']()}>
      <p>{m['accounts.recover.forgot_text']()}</p>
      <form {...form.props} className="grid gap-5">
        <TextField
          label={m['accounts.page.email']()}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          error={form.fields['email']}
        />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['accounts.page.working']() : m['accounts.recover.send']()}
        </Button>
      </form>
      <Link to="/login" className="justify-self-center text-accent-strong underline">
        {m['accounts.recover.back']()}
      </Link>
    </StepFrame>
  );
}
