import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useSearch } from '@tanstack/react-router';
import { FileArchive } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { LoginNeeded } from './login-needed.tsx';
import { NewResource } from './new-resource.tsx';

export const Route = createFileRoute('/resources/create')({
  loader: async () => (await import('./load-own.ts'))?.loadCreate(),
  head: loadedHead,
  component: CreatePage,
});

function CreatePage() {
  const { title, lead } = Route.useLoaderData();
  const { import: isImport } = useSearch({ strict: false }) as { import?: unknown };
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{title}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{lead}</p>
      {user && isImport === undefined && (
        <p className="mb-6">
          <Link
            to="/resources/create"
            search={{ import: true }}
            className="inline-flex min-h-11 items-center gap-2 text-accent-strong underline"
          >
            <FileArchive aria-hidden="true" className="size-5" />
            {m['resources.import.from_archive']()}
          </Link>
        </p>
      )}
      {user ? <NewResource /> : <LoginNeeded />}
    </div>
  );
}
