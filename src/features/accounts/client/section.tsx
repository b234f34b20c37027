import { useId, type ReactNode } from 'react';
import { currentLocale } from '#platform/client/page-context.ts';

export { formatDay } from '#platform/client/local-time.ts';

/** `anchor` is what an address leads to it by. */
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
  return new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(new Date(iso));
}
