import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buttonClass } from '#ui/button.tsx';
import type { ManagedService } from '../contract.ts';
import { asServiceType, type ServiceType } from '../rules.ts';
import { managedServiceQuery } from './own-api.ts';
import { ServiceForm } from './service-form.tsx';

/** Form at each of its addresses: for a new service, a draft (`?draft=`), or an existing one (`?edit=`). */
export function RegisterScreen({ title, type }: { title: string; type: string | undefined }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const search = useSearch({ strict: false }) as { draft?: unknown; edit?: unknown };
  const isEdit = typeof search.edit === 'string';
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{isEdit ? m['services.form.title_edit']() : title}</h1>
      {!isEdit && <p className="mt-2 text-ink-soft">{m['services.form.lead']()}</p>}
      <div className="mt-6">
        {user ? (
          <Loaded
            key={isEdit ? String(search.edit) : 'new'}
            type={asServiceType(type ?? '')}
            savedId={isEdit ? String(search.edit) : typeof search.draft === 'string' ? search.draft : ''}
            isEdit={isEdit}
          />
        ) : (
          <LoginNeeded />
        )}
      </div>
    </div>
  );
}

/** Returns here after the login. */
function LoginNeeded() {
  const { pathname, searchStr } = useLocation();
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{m['services.form.login_needed']()}</p>
      <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass()}>
        {m['services.mine.login']()}
      </Link>
    </div>
  );
}

function Loaded(props: { type: ServiceType | null; savedId: string; isEdit: boolean }) {
  const { type, isEdit } = props;
  // Read once: saving the first draft writes its id into the address, and the form must not be replaced.
  const [savedId] = useState(props.savedId);
  const saved = useQuery({ ...managedServiceQuery(savedId), enabled: savedId !== '', retry: false });
  const [isWaiting, setIsWaiting] = useState(savedId !== '');
  const navigate = useNavigate();
  if (isWaiting && !saved.isFetching) setIsWaiting(false);
  if (isWaiting) return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  if (isEdit && !saved.data) {
    return (
      <p role="alert" className="rounded-lg border border-line bg-surface p-6">
        {m['services.form.not_owner']()} {describeError(saved.error, '')}
      </p>
    );
  }
  const service = isEdit || saved.data?.state === 'draft' ? saved.data : undefined;
  return (
    <ServiceForm
      {...(service && { service })}
      isNew={!isEdit}
      type={type}
      onDraft={({ id }) => {
        const address = new URL(window.location.href);
        address.searchParams.set('draft', id);
        window.history.replaceState(window.history.state, '', address);
      }}
      onSaved={(answer) => {
        toast('success', savedWords(answer, isEdit && service?.state === answer.state));
        void (answer.state === 'active'
          ? navigate({ to: '/services/$id', params: { id: answer.id } })
          : navigate({ to: '/my/services' }));
      }}
    />
  );
}

function savedWords({ state }: ManagedService, isAsItWas: boolean): string {
  if (isAsItWas) return m['services.form.saved']();
  return state === 'draft' ? m['services.form.draft_saved']() : m['services.form.published']();
}
