import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CornerDownRight, GitFork } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { getJson } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { sourceOf } from '#platform/shared/pictures.ts';
import type { RemixTree, ResourceDetail } from '../contract.ts';
import { termsOf } from '#platform/shared/licenses.ts';
import { Section } from './section.tsx';
import { formatCount, licenseName } from './words.ts';

/** Originals and remixes of a resource, with a link to make a new remix. */
export function RemixSection({ resource }: { resource: ResourceDetail }) {
  const { data: tree } = useQuery({
    queryKey: ['resource', resource.id, 'remixes'],
    staleTime: 60_000,
    queryFn: ({ signal }) => getJson<RemixTree>(`/api/resources/${resource.id}/remixes`, signal),
  });
  const mayChange = termsOf(resource.license)?.changes !== false || resource.can.edit;
  if (!mayChange && (!tree || tree.ancestors.length + tree.remixes.length === 0)) return null;
  return (
    <Section title={m['resources.remix.title']()}>
      {tree && tree.ancestors.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{m['resources.remix.made_from']()}</h3>
          <ol className="grid gap-1">
            {tree.ancestors.map((origin, index) => (
              <li
                key={origin?.id ?? index}
                className="flex gap-2"
                style={{ marginInlineStart: `${index}rem` }}
              >
                <CornerDownRight aria-hidden="true" className="mt-1.5 size-4 shrink-0 text-ink-soft" />
                {origin ? (
                  <span>
                    <Link
                      to="/resources/$id"
                      params={{ id: origin.id }}
                      className="inline-block py-1 text-accent-strong underline"
                    >
                      {origin.title}
                    </Link>{' '}
                    <span className="text-sm text-ink-soft">
                      {origin.ownerName} · {licenseName(origin.license)}
                    </span>
                  </span>
                ) : (
                  <span className="py-1 text-ink-soft">{m['resources.remix.gone']()}</span>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
      {tree && tree.remixes.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-semibold">
            {m['resources.remix.made_of_it']({ count: formatCount(tree.total) })}
          </h3>
          <Branch parentId={resource.id} remixes={tree.remixes} />
        </div>
      )}
      {tree && tree.remixes.length === 0 && <p className="text-ink-soft">{m['resources.remix.none']()}</p>}
      {mayChange && (
        <div>
          <Link to="/resources/create" search={{ remixOf: resource.id }} className={buttonClass('secondary')}>
            <GitFork aria-hidden="true" className="size-4" />
            {m['resources.remix.publish']()}
          </Link>
        </div>
      )}
    </Section>
  );
}

function Branch({ parentId, remixes }: { parentId: string; remixes: RemixTree['remixes'] }) {
  const own = remixes.filter((remix) => remix.parentId === parentId);
  if (own.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {own.map((remix) => (
        <li key={remix.id} className="grid gap-2">
          <Link
            to="/resources/$id"
            params={{ id: remix.id }}
            className="flex items-center gap-3 rounded-md p-1 hover:bg-accent-soft"
          >
            <span className="size-12 shrink-0 overflow-hidden rounded-md bg-sunken">
              {remix.imageUrl && (
                <img
                  {...sourceOf('thumbnail', remix.imageUrl)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover"
                />
              )}
            </span>
            <span className="min-w-0">
              <span className="line-clamp-2 font-semibold">{remix.title}</span>
              <span className="block text-sm text-ink-soft">{remix.ownerName}</span>
            </span>
          </Link>
          <div className="ml-6 border-l border-line pl-3 empty:hidden">
            <Branch parentId={remix.id} remixes={remixes} />
          </div>
        </li>
      ))}
    </ul>
  );
}
