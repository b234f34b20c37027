import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { goingBackTo } from '#platform/client/doing.ts';
import { ApiError, describeError, sendJson } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { FormMessage } from './form.tsx';
import { StepFrame } from './frame.tsx';

export const Route = createFileRoute('/confirm-email')({
  validateSearch: (search: Record<string, unknown>) => ({ token: String(search['token'] ?? '') }),
  loader: async () => (await import('./load-steps.ts'))?.loadConfirmation(),
  head: loadedHead,
  component: ConfirmEmailPage,
});

type EmailLink = { email: string; change: boolean };

/** Confirms with a button, because mail scanners open the links in mails. */
function ConfirmEmailPage() {
  const { token } = Route.useSearch();
  const client = useQueryClient();
  const link = useQuery({
    queryKey: ['email-link', token],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => sendJson<EmailLink>('POST', '/api/email/link', { token }),
    // Only in the browser: rendering must not send a POST.
    enabled: typeof window !== 'undefined' && token !== '',
  });
  const [working, setWorking] = useState(false);
  const [done, setDone] = useState<EmailLink>();
  const [failure, setFailure] = useState('');

  async function confirm(): Promise<void> {
    setWorking(true);
    setFailure('');
    try {
      setDone(await sendJson<EmailLink>('POST', '/api/email/confirm', { token }));
      // All except this link, which is used up.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'email-link' });
    } catch (error) {
      setFailure(describeError(error));
    }
    setWorking(false);
  }

  if (done) {
    const back = goingBackTo();
    return (
      <StepFrame title={m['accounts.recover.confirm_title']()}>
        <p role="status">
          {done.change
            ? m['accounts.recover.changed']({ email: done.email })
            : m['accounts.recover.confirmed']({ email: done.email })}
        </p>
        {back !== null && (
          <a href={back} className={buttonClass('primary', 'justify-self-start')}>
            {m['accounts.recover.go_back']()}
          </a>
        )}
        <Link to="/" className={buttonClass(back === null ? 'primary' : 'quiet', 'justify-self-start')}>
          {m['accounts.page.go_home']()}
        </Link>
      </StepFrame>
    );
  }
  if (token === '' || link.isError) {
    // The page does not reveal whose link it was. Most visitors of a used link have used it themselves.
    const isUsedUp = link.error instanceof ApiError && link.error.code === 'link_expired';
    return (
      <StepFrame title={m['accounts.recover.dead_link']()}>
        <p role="alert">
          {link.isError ? describeError(link.error) : m['accounts.error.link_expired']()}{' '}
          {isUsedUp && m['accounts.recover.maybe_confirmed']()}
        </p>
        <Link to="/my/security" className={buttonClass('primary', 'justify-self-start')}>
          {m['accounts.recover.to_security']()}
        </Link>
      </StepFrame>
    );
  }
  return (
    <StepFrame title={m['accounts.recover.confirm_title']()}>
      {link.data ? (
        <>
          <p>
            {link.data.change
              ? m['accounts.recover.change_text']({ email: link.data.email })
              : m['accounts.recover.confirm_text']({ email: link.data.email })}
          </p>
          <FormMessage>{failure}</FormMessage>
          <Button disabled={working} onClick={() => void confirm()}>
            {link.data.change
              ? m['accounts.recover.change_submit']()
              : m['accounts.recover.confirm_submit']()}
          </Button>
        </>
      ) : (
        <p aria-busy="true">{m['accounts.page.working']()}</p>
      )}
    </StepFrame>
  );
}
