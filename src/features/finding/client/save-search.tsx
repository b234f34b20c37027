import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellPlus, BellRing } from 'lucide-react';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { knownFilters } from '../rules.ts';
import { useSavedSearches, type Saving } from './api.ts';
import { savingAddress } from './saving-address.ts';

/** Saves a search. A guest signs in first, and the search is saved on the page that follows. */
export function SaveSearch({ saving }: { saving: Saving }) {
  const { data: user } = useQuery(currentUserQuery);
  const { save } = useSavedSearches();
  const known = { ...saving, filters: knownFilters(saving.kind, saving.filters) };
  const key = JSON.stringify(known);
  const [saved, setSaved] = useState('');
  if (saved === key) {
    return (
      <Link to="/my/searches" className={buttonClass('quiet', 'text-sm')}>
        <BellRing aria-hidden="true" className="size-4" />
        {m['finding.save.open']()}
      </Link>
    );
  }
  if (!user) {
    return (
      <Link to="/login" search={{ next: savingAddress(known) }} className={buttonClass('quiet', 'text-sm')}>
        <BellPlus aria-hidden="true" className="size-4" />
        {m['finding.save.button']()}
      </Link>
    );
  }
  return (
    <Button
      look="quiet"
      className="text-sm"
      disabled={save.isPending}
      onClick={() =>
        save.mutate(known, {
          onSuccess: () => {
            setSaved(key);
            toast('success', m['finding.save.saved']());
          },
          onError: (error) => toast('danger', m['finding.save.failed'](), describeError(error)),
        })
      }
    >
      <BellPlus aria-hidden="true" className="size-4" />
      {m['finding.save.button']()}
    </Button>
  );
}
