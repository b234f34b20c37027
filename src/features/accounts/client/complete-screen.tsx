import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Completion, CompletionInput, CurrentUser } from '../contract.ts';
import { useSwitchUser } from './api.ts';
import { consentsOf } from '../entry-forms.ts';
import { checkConsents, ConsentFields } from './consent-fields.tsx';
import { FormMessage, missing, useForm } from './form.tsx';
import { StepFrame } from './frame.tsx';
import { useGoOn } from './go-on.tsx';
import { serviceWords } from './services.tsx';

export function CompleteScreen({ completion }: { completion: Completion | null }) {
  if (completion) return <CompleteForm completion={completion} />;
  return (
    <StepFrame title={m['accounts.complete.title']()}>
      <p>{m['accounts.complete.gone']()}</p>
      <Link to="/login" className={buttonClass('primary', 'justify-self-start')}>
        {m['accounts.recover.back']()}
      </Link>
    </StepFrame>
  );
}

function CompleteForm({ completion }: { completion: Completion }) {
  const switchUser = useSwitchUser();
  const goOn = useGoOn();
  const service = serviceWords[completion.service]();
  const form = useForm({
    check: (values) => ({
      ...missing(values, completion.email === null ? ['fullName', 'email'] : ['fullName']),
      ...checkConsents(values),
    }),
    async send(values) {
      const input: CompletionInput = {
        fullName: values['fullName'] ?? '',
        ...(completion.email === null && { email: values['email'] ?? '' }),
        consents: consentsOf(values),
      };
      const user = await sendJson<CurrentUser>('POST', '/api/auth/completion', input);
      switchUser(user);
      toast(
        'success',
        m['accounts.toast.register_done'](),
        m['accounts.toast.register_done_text']({ name: user.fullName }),
      );
      goOn(user, completion.next);
    },
    onError: (error) => toast('danger', m['accounts.toast.register_failed'](), describeError(error)),
  });
  return (
    <StepFrame title={m['accounts.complete.title']()}>
      <p>{m['accounts.complete.text']({ service })}</p>
      <form {...form.props} className="grid gap-5">
        <TextField
          label={m['accounts.page.full_name']()}
          name="fullName"
          autoComplete="name"
          maxLength={80}
          defaultValue={completion.fullName}
          error={form.fields['fullName']}
        />
        {completion.email === null ? (
          <TextField
            label={m['accounts.page.email']()}
            hint={m['accounts.complete.email_hint']({ service })}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            error={form.fields['email']}
          />
        ) : (
          <TextField label={m['accounts.page.email']()} defaultValue={completion.email} readOnly />
        )}
        <ConsentFields field={form.field} />
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['accounts.page.working']() : m['accounts.complete.submit']()}
        </Button>
      </form>
    </StepFrame>
  );
}
