import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="ruler pb-3 text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}
