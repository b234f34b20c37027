import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { toast } from '#platform/client/toasts.tsx';
import { LoginNeeded } from './login-needed.tsx';
import { ResourceForm } from './resource-form.tsx';

export const Route = createFileRoute('/resources/create')({
  head: () =>
    pageHead({
      path: '/resources/create',
      title: m['resources.form.create_title'](),
      description: m['resources.form.lead'](),
    }),
  component: CreatePage,
});

function CreatePage() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const navigate = useNavigate();
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{m['resources.form.create_title']()}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{m['resources.form.lead']()}</p>
      {user ? (
        <ResourceForm
          onSaved={(saved, state) => {
            toast(
              'success',
              state === 'draft' ? m['resources.form.draft_saved']() : m['resources.form.published'](),
            );
            void navigate({ to: '/resources/$id', params: { id: saved.id } });
          }}
        />
      ) : (
        <LoginNeeded />
      )}
    </div>
  );
}
