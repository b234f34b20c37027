import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import {
  categoryNames,
  DetailScreen,
  inReadersLanguage,
  resourceQuery,
} from '#features/resources/client/public.tsx';
import { ResourceActions, ResourceTalk } from '#features/social/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { buttonClass } from '#ui/button.tsx';

export const Route = createFileRoute('/resources/$id')({
  loader: async ({ context, params }) => {
    try {
      return await context.queryClient.ensureQueryData(resourceQuery(params.id));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData: resource }) => {
    if (!resource) return {};
    const { title, description } = inReadersLanguage(resource);
    const image = `/api/resources/${resource.id}/card.jpg?language=${currentLocale()}`;
    return pageHead({
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
        '@type': resource.category === 'flash_game' ? 'VideoGame' : 'CreativeWork',
        name: title,
        description: description.slice(0, 500),
        author: { '@type': 'Person', name: resource.author },
        datePublished: resource.createdAt,
        dateModified: resource.updatedAt,
        keywords: resource.tags.join(', '),
        inLanguage: resource.language,
        isAccessibleForFree: true,
      },
    });
  },
  component: DetailPage,
  notFoundComponent: () => (
    <div className="page py-16">
      <title>{m['app.title']({ page: m['resources.detail.not_found']() })}</title>
      <h1 className="text-2xl font-bold">{m['resources.detail.not_found']()}</h1>
      <Link to="/resources" className={buttonClass('primary', 'mt-6')}>
        {m['resources.list.view_all']()}
      </Link>
    </div>
  ),
});

const waitingMs = 3000;

function DetailPage() {
  const { data } = useSuspenseQuery({
    ...resourceQuery(Route.useParams().id),
    // A model is measured after its upload: soon.
    refetchInterval: ({ state }) =>
      state.data?.files.some(({ model }) => model?.state === 'waiting') ? waitingMs : false,
  });
  // Another resource is another page: what was chosen on the first one must not carry over.
  const isPublic = data.state === 'published';
  return (
    <DetailScreen
      key={data.id}
      resource={data}
      actions={isPublic && <ResourceActions resource={data} />}
      below={isPublic && <ResourceTalk resource={data} />}
    />
  );
}
