import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { sendJson } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import type { Consents } from '../contract.ts';
import { currentUserQuery } from './api.ts';
import { consentsOf } from '../entry-forms.ts';
import { checkConsents, ConsentFields } from './consent-fields.tsx';
import { FormMessage, useForm } from './form.tsx';
import { consentsQuery } from './security-api.ts';

/** Asks for required consents that are missing or were given to older texts. */
export function ConsentsDue() {
  const client = useQueryClient();
  const form = useForm({
    check: checkConsents,
    async send(values) {
      const { marketing, ...required } = consentsOf(values);
      await sendJson<Consents>('PATCH', '/api/user/consents', {
        ...required,
        ...(marketing && { marketing }),
      });
      toast('success', m['accounts.consent.agreed']());
      await Promise.all([
        client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
        client.invalidateQueries({ queryKey: consentsQuery.queryKey }),
      ]);
    },
  });
  return (
    <div className="page max-w-4xl pt-8">
      <section
        aria-labelledby="consents-due"
        className="grid gap-4 rounded-lg border border-accent bg-surface p-6"
      >
        <h2 id="consents-due" className="text-xl font-bold">
          {m['accounts.consent.due_title']()}
        </h2>
        <p>{m['accounts.consent.due_text']()}</p>
        <form {...form.props} className="grid gap-4">
          <ConsentFields field={form.field} />
          <FormMessage>{form.message}</FormMessage>
          <Button type="submit" disabled={form.pending} className="justify-self-start">
            {m['accounts.consent.agree']()}
          </Button>
        </form>
      </section>
    </div>
  );
}
