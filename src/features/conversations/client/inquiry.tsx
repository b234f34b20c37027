import { useQuery } from '@tanstack/react-query';
import { useHydrated, useLocation } from '@tanstack/react-router';
import { Clock, MessageCircle } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { currentUserQuery, useLoginFirst } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { About } from '../contract.ts';
import { responseWords } from './words.ts';

const InquiryDialog = lazy(async () => ({ default: (await import('./inquiry-dialog.tsx')).InquiryDialog }));

/** Hash that opens the dialog after a guest has logged in and come back. */
const hash = 'inquire';

/** Inquiry to the owner of a service or resource, with their usual response time. */
export function Inquiry({
  about,
  title,
  owner,
  responseMinutes = null,
  look,
}: {
  about: About;
  title: string;
  /** Name of the recipient. */
  owner: string;
  responseMinutes?: number | null;
  look: 'primary' | 'secondary';
}) {
  const { data: user } = useQuery(currentUserQuery);
  const { hash: wanted } = useLocation();
  const withLogin = useLoginFirst();
  const isOwn = user?.username === owner;
  const [opened, setOpen] = useState<boolean>();
  // The server does not receive the hash.
  const hydrated = useHydrated();
  const open = opened ?? (hydrated && wanted === hash);
  return (
    <div className="grid gap-2">
      {responseMinutes !== null && (
        <p className="flex items-center gap-1 text-ink-soft">
          <Clock aria-hidden="true" className="size-4 shrink-0" />
          {responseWords(responseMinutes)}
        </p>
      )}
      {!isOwn && (
        <Button look={look} className="w-full" onClick={() => withLogin(() => setOpen(true), hash)}>
          <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
          {'resourceId' in about
            ? m['conversations.inquiry.open_resource']()
            : m['conversations.inquiry.open']()}
        </Button>
      )}
      <Suspense>
        {open && user && !isOwn && (
          <InquiryDialog about={about} title={title} personId={user.id} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </div>
  );
}
