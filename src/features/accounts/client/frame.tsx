import type { ReactNode } from 'react';

/** Card around each small step of signing in. */
export function StepFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page max-w-lg py-8 md:py-16">
      <div className="grid gap-5 rounded-lg border border-line bg-surface p-6 md:p-8">
        <h1 className="text-2xl font-bold">{title}</h1>
        {children}
      </div>
    </div>
  );
}
