import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { ServiceContact } from '../contract.ts';

type State = 'hidden' | 'asking' | { problem: string } | { contact: ServiceContact };

/** Contact data, shown on request to people who are logged in. */
export function Contact({ serviceId }: { serviceId: string }) {
  const { data: user } = useQuery(currentUserQuery);
  const { pathname, searchStr } = useLocation();
  const [state, setState] = useState<State>('hidden');
  if (!user) {
    return (
      <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass('secondary')}>
        {m['services.contact.login']()}
      </Link>
    );
  }
  async function ask(): Promise<void> {
    setState('asking');
    try {
      setState({ contact: await sendJson<ServiceContact>('POST', `/api/services/${serviceId}/contact`) });
    } catch (error) {
      setState({ problem: describeError(error, m['services.contact.failed']()) });
    }
  }
  const isShown = typeof state === 'object' && 'contact' in state;
  return (
    <div className="grid gap-3">
      {!isShown && (
        <Button look="secondary" aria-disabled={state === 'asking'} onClick={() => void ask()}>
          <Phone aria-hidden="true" className="size-5" />
          {state === 'asking' ? m['services.contact.asking']() : m['services.contact.show']()}
        </Button>
      )}
      <div aria-live="polite">
        {typeof state === 'object' && 'problem' in state && (
          <p className="font-semibold text-danger">{state.problem}</p>
        )}
        {isShown && <Ways contact={state.contact} />}
      </div>
    </div>
  );
}

function Ways({ contact }: { contact: ServiceContact }) {
  const { fullName, contactPhone, contactEmail } = contact;
  const link = 'flex w-fit items-center gap-2 py-2 font-semibold text-accent-strong underline';
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <p className="font-semibold">{fullName}</p>
      {contactPhone !== '' && (
        <a href={`tel:${contactPhone.replaceAll(/[^\d+]/g, '')}`} className={link}>
          <Phone aria-hidden="true" className="size-4 shrink-0" />
          {contactPhone}
        </a>
      )}
      {contactEmail !== '' && (
        <a href={`mailto:${contactEmail}`} className={link}>
          <Mail aria-hidden="true" className="size-4 shrink-0" />
          {contactEmail}
        </a>
      )}
      {contactPhone === '' && contactEmail === '' && <p>{m['services.contact.none']()}</p>}
    </div>
  );
}
