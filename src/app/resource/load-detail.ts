import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { localizePath } from '#i18n/languages.ts';
import { ApiError } from '#platform/client/fetcher.ts';
import { currentLocale, siteOrigin } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { categoryNames, resourceQuery } from '#features/resources/client/public.tsx';
import { loadRecalls } from '#features/passports/client/public.tsx';
import { makingQuery } from '#features/quotes/client/public.tsx';
import { loadLikes } from '#features/social/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { categoryHas } from '#platform/shared/category-rules.ts';
import { beginningOf } from '#platform/shared/graphemes.ts';

/** Loads a resource and its page's head. A script of its own, because every page carries the routes. */
export async function loadDetail(client: QueryClient, id: string) {
  try {
    // The page is whole without it, but waits for it: a query that fails later would be an error in the browser.
    const making = client.ensureQueryData(makingQuery(id, null)).catch(() => null);
    const resource = await client.ensureQueryData(resourceQuery(id)).finally(() => making);
    if (import.meta.env.SSR) await Promise.all([loadLikes(client, id), loadRecalls(client, id)]);
    return { head: headOf(resource) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

function headOf(resource: ResourceDetail) {
  const shown = inReadersLanguage(resource);
  const { title } = shown;
  const description = plainText(shown.description.slice(0, 2000));
  const image = `/api/resources/${resource.id}/card.jpg?language=${currentLocale()}`;
  const head = pageHead({
    path: `/resources/${resource.id}`,
    title,
    description,
    image,
    type: 'article',
    above: [
      {
        title: categoryNames[resource.resourceType](),
        path: `/resources/type/${resource.category}`,
      },
    ],
    hidden: resource.state !== 'published',
    jsonLd: {
      '@type': categoryHas(resource.category, 'game') ? 'VideoGame' : 'CreativeWork',
      name: title,
      description: beginningOf(description, 500),
      author: { '@type': 'Person', name: resource.author },
      datePublished: resource.createdAt,
      dateModified: resource.updatedAt,
      keywords: resource.tags.join(', '),
      inLanguage: resource.language,
      isAccessibleForFree: true,
    },
  });
  return resource.state === 'published'
    ? { ...head, links: [...head.links, oEmbedLink(resource.id, title)] }
    : head;
}

/** Link by which other sites discover the embeddable card. */
function oEmbedLink(id: string, title: string) {
  const page = siteOrigin() + localizePath(`/resources/${id}`, currentLocale());
  const href = `${siteOrigin()}/api/oembed?url=${encodeURIComponent(page)}`;
  return { rel: 'alternate', type: 'application/json+oembed', href, title };
}
