import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { DetailScreen, resourceQuery } from '#features/resources/client/public.tsx';
import { ResourceActions, ResourceTalk } from '#features/social/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

export const Route = createFileRoute('/resources/$id')({
  loader: async ({ context, params }) => {
    const script = await import('./load-detail.ts');
    // Offline there is none: then the data is waited for, which is there when the network is.
    if (!script) await context.queryClient.ensureQueryData(resourceQuery(params.id));
    return script?.loadDetail(context.queryClient, params.id);
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
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
    // A model is measured, and a header read, after its upload: soon.
    refetchInterval: ({ state }) =>
      state.data?.files.some(({ model, header }) => (model ?? header)?.state === 'waiting')
        ? waitingMs
        : false,
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
