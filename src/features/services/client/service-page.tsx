import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { Inquiry } from '#features/conversations/client/public.tsx';
import { Picture } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { buttonClass } from '#ui/button.tsx';
import type { ServiceDetail } from '../contract.ts';
import { serviceQuery } from './api.ts';
import { ListFailed } from './list-states.tsx';
import { inReadersLanguage, priceWords, typeName } from './words.ts';

export const Route = createFileRoute('/services/$id')({
  validateSearch: (raw: Record<string, unknown>): { tab?: 'location' } =>
    raw['tab'] === 'location' ? { tab: 'location' } : {},
  loader: async ({ context, params }) =>
    (await import('./load-service.ts'))?.loadService(context.queryClient, params.id),
  head: ({ loaderData }) => loaderData?.head ?? {},
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
  const { tab = 'details' } = Route.useSearch();
  const { title, description, language } = inReadersLanguage(service);
  const lang = language === currentLocale() ? undefined : language;
  const tabClass = (current: boolean) =>
    `border-b-2 px-4 py-3 ${current ? 'border-accent font-semibold text-accent-strong' : 'border-transparent hover:text-accent-strong'}`;
  return (
    <div className="page max-w-6xl py-8">
      <div className="grid gap-8 lg:grid-cols-[3fr_2fr]">
        <div className="aspect-4/3 overflow-hidden rounded-lg bg-sunken">
          <Picture
            image={service.images[0] ?? null}
            folder="service-images"
            alt={service.images[0]?.alt ?? ''}
            category="other"
            sizes="(width >= 64rem) 50vw, 92vw"
            eager
          />
        </div>
        <div className="grid content-start gap-3">
          <p className="text-ink-soft">
            {typeName(service.serviceType)} ·{' '}
            {service.isIndividual ? m['services.detail.individual']() : m['services.detail.company']()}
          </p>
          <h1 className="text-3xl font-bold" lang={lang}>
            {title}
          </h1>
          <Link
            to="/people/$username"
            params={{ username: service.provider.username }}
            className="w-fit text-lg font-semibold text-accent-strong underline"
          >
            {service.provider.fullName}
          </Link>
          <p className="text-2xl font-bold text-accent-strong">{priceWords(service)}</p>
          {service.pricing !== '' && <p className="text-ink-soft">{service.pricing}</p>}
          {service.location && (
            <p className="flex items-center gap-1 text-ink-soft">
              <MapPin className="size-4 shrink-0" />
              {service.location.address}
            </p>
          )}
          <Inquiry service={{ ...service, title }} />
        </div>
      </div>
      <nav aria-label={m['services.detail.tabs']()} className="mt-8 flex border-b border-line">
        <Link
          to="."
          search={{}}
          aria-current={tab === 'details' ? 'page' : undefined}
          className={tabClass(tab === 'details')}
        >
          {m['services.detail.details']()}
        </Link>
        <Link
          to="."
          search={{ tab: 'location' }}
          aria-current={tab === 'location' ? 'page' : undefined}
          className={tabClass(tab === 'location')}
        >
          {m['services.detail.location']()}
        </Link>
      </nav>
      <div className="pt-6">
        {tab === 'location' ? (
          <Places service={service} />
        ) : (
          <Details service={service} text={description} lang={lang} />
        )}
      </div>
    </div>
  );
}

function Details({
  service,
  text,
  lang,
}: {
  service: ServiceDetail;
  text: string;
  lang: string | undefined;
}) {
  const rows: [string, string][] = [
    [m['services.detail.hours'](), service.availableHours],
    [m['services.detail.printer'](), service.printerModel],
    [m['services.detail.formats'](), service.fileFormats.join(', ')],
    [m['services.detail.materials'](), service.materials.join(', ')],
    [m['services.detail.specializations'](), service.specializations.join(', ')],
    [m['services.detail.items'](), service.productionItems.join(', ')],
    [m['services.detail.tags'](), service.tags.join(', ')],
  ];
  return (
    <div className="grid gap-8 lg:grid-cols-[3fr_2fr]">
      <div className="max-w-prose whitespace-pre-line" lang={lang}>
        {text}
      </div>
      <dl className="grid content-start gap-3">
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="border-b border-line pb-3">
              <dt className="text-sm text-ink-soft">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

function Places({ service }: { service: ServiceDetail }) {
  return (
    <>
      <ul className="grid gap-3">
        {service.locations.map((place) => (
          <li
            key={`${place.lat} ${place.long}`}
            className="flex items-center gap-2 rounded-lg border border-line bg-surface p-4"
          >
            <MapPin className="size-5 shrink-0 text-accent-strong" />
            {place.address}
          </li>
        ))}
      </ul>
      {service.isIndividual && <p className="mt-4 text-ink-soft">{m['services.detail.blurred']()}</p>}
    </>
  );
}
