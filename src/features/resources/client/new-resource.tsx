import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import type { ResourceDetail } from '../contract.ts';
import { resourceQuery } from './api.ts';
import { ImportForm } from './import-form.tsx';
import { ResourceForm, type FormVariant } from './resource-form.tsx';

/** Form for a new resource. After a reload it continues with the saved draft. */
export function NewResource({ variant = 'resumable' }: { variant?: FormVariant }) {
  const search = useSearch({ strict: false }) as { draft?: unknown; import?: unknown; remixOf?: unknown };
  const navigate = useNavigate();
  // Read once: saving the first draft changes the address, which must not reset the form.
  const [draftId] = useState(() => (typeof search.draft === 'string' ? search.draft : ''));
  const draft = useQuery({ ...resourceQuery(draftId), enabled: draftId !== '', staleTime: 0, retry: false });
  const [isWaiting, setIsWaiting] = useState(draftId !== '');
  if (isWaiting && !draft.isFetching) setIsWaiting(false);
  if (isWaiting) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  if (search.import !== undefined) return <ImportForm />;
  const isUsable = draft.data?.can.edit && draft.data.state === 'draft';
  return (
    <ResourceForm
      {...(isUsable && draft.data && { resource: draft.data })}
      isNew
      variant={variant}
      remixOf={typeof search.remixOf === 'string' ? `/resources/${search.remixOf}` : undefined}
      onDraft={({ id }) => {
        const address = new URL(window.location.href);
        address.searchParams.set('draft', id);
        window.history.replaceState(window.history.state, '', address);
      }}
      onSaved={(saved, state) => {
        toast('success', savedWords(saved, state));
        void navigate({ to: '/resources/$id', params: { id: saved.id } });
      }}
    />
  );
}

function savedWords(saved: ResourceDetail, state: 'draft' | 'published' | undefined): string {
  if (saved.publishAt !== null) return m['resources.schedule.saved']();
  return state === 'draft' ? m['resources.form.draft_saved']() : m['resources.form.published']();
}
