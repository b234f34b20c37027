import type { ReactNode } from 'react';

/** List of names and values, in two columns where there is room. */
export function Pairs({ pairs }: { pairs: [string, ReactNode][] }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
      {pairs.map(([name, value]) => (
        <div key={name} className="bg-surface p-4 sm:last:odd:col-span-2">
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="mt-1 font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
