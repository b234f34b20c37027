import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { Suspense } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { ServiceBuilds } from '#features/builds/client/public.tsx';
import { Inquiry } from '#features/conversations/client/public.tsx';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { PrintExample } from '#features/quotes/client/public.tsx';
import { ServiceReviews } from '#features/reviews/client/public.tsx';
import { ListFailed, ServiceScreen, serviceQuery } from '#features/services/client/public.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { buttonClass } from '#ui/button.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { AdPlace } from '../shell/ad-place.tsx';

export const Route = createFileRoute('/services/$id')({
  validateSearch: (raw: Record<string, unknown>): { tab?: 'location' } =>
    raw['tab'] === 'location' ? { tab: 'location' } : {},
  loader: async ({ context, params }) =>
    (await import('./load-service.ts'))?.loadService(context.queryClient, params.id),
  head: loadedHead,
  component: ServicePage,
  notFoundComponent: () => (
    <div className="page py-16">
      <title>{m['app.title']({ page: m['services.detail.not_found']() })}</title>
      <h1 className="text-2xl font-bold">{m['services.detail.not_found']()}</h1>
      <Link to="/services" className={buttonClass('primary', 'mt-6')}>
        {m['services.failed.back']()}
      </Link>
    </div>
  ),
  errorComponent: ({ error, reset }) => (
    <div className="page py-16">
      <title>{m['app.title']({ page: m['services.failed.title']() })}</title>
      <h1 className="sr-only">{m['services.failed.title']()}</h1>
      <ListFailed why={describeError(error)} retry={reset} />
    </div>
  ),
});

function ServicePage() {
  const { data: service } = useSuspenseQuery(serviceQuery(Route.useParams().id));
  const { data: user } = useQuery(currentUserQuery);
  const { title } = inReadersLanguage(service);
  const isPriced =
    service.isFreeService || (service.price ?? service.hourlyRate ?? service.pricePerUnit) !== null;
  const isOwn = user?.username === service.provider.username;
  return (
    <ServiceScreen
      // Remount for another service: choices and questions of the first one must not carry over.
      key={service.id}
      service={service}
      tab={Route.useSearch().tab ?? 'details'}
      isOwn={isOwn}
      example={<PrintExample service={service} isOwn={isOwn} />}
      talk={
        <>
          <Inquiry
            about={{ serviceId: service.id }}
            title={title}
            owner={service.provider.username}
            responseMinutes={service.responseMinutes}
            look={isPricedByWeight(service.serviceType) || isPriced ? 'secondary' : 'primary'}
          />
          {!isOwn && (
            <Link
              to="/quote-requests/$id"
              params={{ id: 'new' }}
              search={{ serviceId: service.id }}
              className={buttonClass('secondary')}
            >
              <ReceiptText aria-hidden="true" className="size-5" />
              {m['quotes.request.button']()}
            </Link>
          )}
        </>
      }
      between={<AdPlace slot="in_page" />}
      reviews={
        <>
          <ServiceBuilds serviceId={service.id} />
          <Suspense fallback={<div aria-busy="true" className="h-24" />}>
            <ServiceReviews serviceId={service.id} />
          </Suspense>
        </>
      }
      report={
        !isOwn && (
          <p className="text-sm">
            <ReportButton kind="service" path={`/api/services/${service.id}/reports`} look="link" />
          </p>
        )
      }
    />
  );
}
