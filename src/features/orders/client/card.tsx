import type { ReactNode } from 'react';

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-surface p-5 break-inside-avoid md:p-6">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}
