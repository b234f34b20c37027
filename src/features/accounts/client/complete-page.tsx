import { createFileRoute, Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import type { Completion, CompletionInput, CurrentUser } from '../contract.ts';
import { useSwitchUser } from './api.ts';
import { FormMessage, missing, useForm } from './form.tsx';
import { StepFrame } from './frame.tsx';
import { useGoOn } from './go-on.tsx';
import { getCompletion } from './security-api.ts';
import { serviceWords } from './services.tsx';

export const Route = createFileRoute('/sign-in/complete')({
  // Held by the page alone: once it is used up, asking again would only be refused.
  loader: () => getCompletion().catch(() => null),
  head: () => pageHead({ path: '/sign-in/complete', title: m['accounts.complete.title'](), hidden: true }),
  component: CompletePage,
});

function CompletePage() {
  const completion = Route.useLoaderData();
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

const consents = [
  { name: 'terms', required: true, words: () => m['accounts.complete.terms']() },
  { name: 'privacy', required: true, words: () => m['accounts.complete.privacy']() },
  { name: 'age14', required: true, words: () => m['accounts.complete.age14']() },
  { name: 'marketing', required: false, words: () => m['accounts.complete.marketing']() },
] as const;

function CompleteForm({ completion }: { completion: Completion }) {
  const switchUser = useSwitchUser();
  const goOn = useGoOn();
  const service = serviceWords[completion.service]();
  const form = useForm({
    check: (values) => ({
      ...missing(values, completion.email === null ? ['fullName', 'email'] : ['fullName']),
      ...Object.fromEntries(
        consents
          .filter(({ name, required }) => required && values[name] === undefined)
          .map(({ name }) => [name, m['accounts.field.consent']()]),
      ),
    }),
    async send(values) {
      const input: CompletionInput = {
        fullName: values['fullName'] ?? '',
        ...(completion.email === null && { email: values['email'] ?? '' }),
        terms: values['terms'] !== undefined,
        privacy: values['privacy'] !== undefined,
        age14: values['age14'] !== undefined,
        marketing: values['marketing'] !== undefined,
      };
      const user = await sendJson<CurrentUser>('POST', '/api/auth/completion', input);
      switchUser(user);
      toast(
        'success',
        m['accounts.toast.register_done'](),
        m['accounts.toast.register_done_text']({ name: user.fullName }),
      );
      goOn(completion.next);
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
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold">{m['accounts.complete.consents']()}</legend>
          {consents.map(({ name, required, words }) => {
            const error = form.fields[name];
            return (
              <div key={name}>
                <label className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    name={name}
                    className="size-5 shrink-0 accent-accent"
                    {...(error !== undefined && {
                      'aria-invalid': true,
                      'aria-describedby': `${name}-error`,
                    })}
                  />
                  <span>
                    {words()}{' '}
                    <span className="text-sm text-ink-soft">
                      {required ? m['accounts.complete.required']() : m['accounts.page.optional']()}
                    </span>
                  </span>
                </label>
                {error !== undefined && (
                  <p id={`${name}-error`} className="text-sm font-semibold text-danger">
                    {error}
                  </p>
                )}
              </div>
            );
          })}
        </fieldset>
        <FormMessage>{form.message}</FormMessage>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? m['accounts.page.working']() : m['accounts.complete.submit']()}
        </Button>
      </form>
    </StepFrame>
  );
}
