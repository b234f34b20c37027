import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { LoginNeeded } from './login-needed.tsx';
import { NewResource } from './new-resource.tsx';

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
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{m['resources.form.create_title']()}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{m['resources.form.lead']()}</p>
      {user ? <NewResource /> : <LoginNeeded />}
    </div>
  );
}
