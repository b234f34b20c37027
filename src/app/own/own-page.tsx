import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { LoginNeeded } from '#features/people/client/public.tsx';

/** Frame of each page of a person's own data: its title, and for guests a link to the login. */
export function OwnPage({ title, children }: { title: string; children: ReactNode }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{title}</h1>
      {user ? (
        <Suspense fallback={<div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}>
          {children}
        </Suspense>
      ) : (
        <LoginNeeded />
      )}
    </div>
  );
}
