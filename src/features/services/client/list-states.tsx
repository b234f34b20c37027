import { Link } from '@tanstack/react-router';
import { Elsewhere } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { Button, buttonClass } from '#ui/button.tsx';

/** Eight placeholders in the shape of cards. */
export function ServicesSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="h-80 animate-pulse rounded-lg bg-sunken" />
      ))}
    </div>
  );
}

/** Shown instead of an empty list. */
export function NoServices({ type, search }: { type: string | undefined; search?: string | undefined }) {
  return (
    <div className="grid min-h-72 content-center justify-items-center gap-3 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">
        {isPricedByWeight(type) ? m['services.list.no_printers']() : m['services.list.none']()}
      </p>
      <p className="text-ink-soft">{m['services.list.none_hint']()}</p>
      <Elsewhere kind="services" text={search} />
      {search !== undefined && (
        <Link
          to="/wanted/{-$id}"
          params={{ id: 'new' }}
          search={{ what: search, ...(type !== undefined && { trade: type }) }}
          className={buttonClass()}
        >
          {m['services.list.post_wanted']()}
        </Link>
      )}
    </div>
  );
}

/** Advice when services fail to load: docs/product.md, "Services page". */
export function ListFailed({ why, retry }: { why: string; retry(): void }) {
  const tips = [
    m['services.failed.connection'](),
    m['services.failed.refresh'](),
    m['services.failed.cache'](),
    m['services.failed.admin'](),
  ];
  return (
    <div role="alert" className="grid gap-4 rounded-lg bg-danger-soft p-6">
      <p className="text-lg font-semibold text-danger">
        {m['services.failed.title']()} {why}
      </p>
      <ul className="list-disc pl-5">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>{m['services.failed.reload']()}</Button>
        <Button look="secondary" onClick={retry}>
          {m['services.failed.retry']()}
        </Button>
        <Link to="/services" className={buttonClass('quiet')}>
          {m['services.failed.back']()}
        </Link>
      </div>
    </div>
  );
}
