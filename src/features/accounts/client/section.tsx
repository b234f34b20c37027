import { useId, type ReactNode } from 'react';
import { formatMoment } from '#platform/client/local-time.ts';

export { formatDay } from '#platform/client/local-time.ts';

/** `anchor` is the section's id in addresses. */
export function Section({
  title,
  anchor,
  children,
}: {
  title: string;
  anchor?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="grid gap-4 rounded-lg border border-line bg-surface p-6"
    >
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function formatTime(iso: string): string {
  return formatMoment(iso, 'Asia/Seoul');
}
