import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { BuildLink } from '#features/assistant/client/public.tsx';
import { Inquiry } from '#features/conversations/client/public.tsx';
import { MakeButton, OtherWays, useMaking } from '#features/quotes/client/public.tsx';
import { DetailScreen, resourceQuery } from '#features/resources/client/public.tsx';
import { ResourceActions, ResourceTalk, StepTalk } from '#features/social/client/public.tsx';
import { HelpLink } from '#features/support/client/public.tsx';
import { SponsorLink } from '#features/sponsorship/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { AdPlace } from '../shell/ad-place.tsx';

export const Route = createFileRoute('/resources/$id')({
  validateSearch: (search: Record<string, unknown>): { file?: string; page?: number } => {
    const page = Number(search['page']);
    return {
      ...(typeof search['file'] === 'string' && { file: search['file'] }),
      ...(Number.isSafeInteger(page) && page > 0 && { page }),
    };
  },
  loader: async ({ context, params }) => {
    const script = await import('./load-detail.ts');
    // Offline the script may be missing: wait for the data, which loads once the network is back.
    if (!script) await context.queryClient.ensureQueryData(resourceQuery(params.id));
    return script?.loadDetail(context.queryClient, params.id);
  },
  head: loadedHead,
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
  const spot = Route.useSearch();
  const { data } = useSuspenseQuery({
    ...resourceQuery(Route.useParams().id),
    // Models are measured and headers read shortly after the upload, so ask again soon.
    refetchInterval: ({ state }) =>
      state.data?.files.some(({ model, header }) => (model ?? header)?.state === 'waiting')
        ? waitingMs
        : false,
  });
  const making = useMaking(data.id);
  // Remount for another resource: choices on the first one must not carry over.
  const isPublic = data.state === 'published';
  const hasGuide = data.assemblyInstructions.length > 0 || Boolean(data.details.billOfMaterials?.length);
  return (
    <DetailScreen
      key={data.id}
      resource={data}
      spot={spot}
      make={isPublic && making ? <MakeButton resourceId={data.id} {...making} /> : null}
      otherWays={isPublic && making && <OtherWays resourceId={data.id} {...making} />}
      actions={
        isPublic && (
          <>
            {hasGuide && <BuildLink id={data.id} />}
            <ResourceActions resource={data} />
            <Suspense>
              <SponsorLink wanted={{ resource: data.id }} />
            </Suspense>
            <Inquiry
              about={{ resourceId: data.id }}
              title={data.title}
              owner={data.owner.username}
              look="secondary"
            />
          </>
        )
      }
      atStep={isPublic ? atStep : undefined}
      below={
        isPublic && (
          <>
            <AdPlace slot="in_page" />
            <ResourceTalk resource={data} />
          </>
        )
      }
    />
  );
}

/** Comments on a step, and a way to ask. */
function atStep(resourceId: string, step: number) {
  return (
    <div className="grid gap-3 print:hidden">
      <StepTalk resourceId={resourceId} step={step} />
      <HelpLink
        about={{ resource: resourceId, step: step + 1 }}
        className="w-fit py-2 text-sm text-accent-strong underline"
      >
        {m['support.ask.at_step']()}
      </HelpLink>
    </div>
  );
}
