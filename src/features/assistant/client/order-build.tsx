import { Link } from '@tanstack/react-router';
import type { ResourceGuide } from '#features/resources/contract.ts';
import { foreignTo } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { BuildLink } from './build-link.tsx';

/** Links on an order's page to build from published resources. */
export function OrderBuild({ resources }: { resources: readonly ResourceGuide[] }) {
  if (resources.length === 0) return null;
  return (
    <section
      aria-labelledby="order-build"
      className="grid gap-3 rounded-lg border border-line bg-surface p-5 print:hidden"
    >
      <h2 id="order-build" className="text-lg font-bold">
        {m['assistant.order.title']()}
      </h2>
      <p className="text-ink-soft">{m['assistant.order.lead']()}</p>
      <ul className="grid gap-3">
        {resources.map(({ id, title, language, hasGuide }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <Link
              to="/resources/$id"
              params={{ id }}
              lang={foreignTo(language)}
              className="py-1 font-semibold wrap-anywhere text-accent-strong underline"
            >
              {title}
            </Link>
            {hasGuide && <BuildLink id={id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
