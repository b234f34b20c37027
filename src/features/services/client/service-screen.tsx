import { Link } from '@tanstack/react-router';
import { Calculator, MapPin, ShoppingBag, Star } from 'lucide-react';
import { Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { Gallery, Prose } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { buttonClass } from '#ui/button.tsx';
import type { ServiceDetail } from '../contract.ts';
import { PlacesMap } from './lazy-map.tsx';
import { Contact } from './service-contact.tsx';
import { Section, Workshop } from './service-workshop.tsx';
import { Price } from './service-card.tsx';
import { SimilarServices } from './similar-services.tsx';
import { feeWords } from './service-words.ts';
import { materialName } from './stock-words.ts';
import { priceWords, typeName } from './words.ts';

/**
 * Slots of other rooms: `example` shows the price of a small print, `talk` an inquiry, `report` a report button,
 * `reviews` those of buyers; `between` goes between them and similar services.
 */
export function ServiceScreen(props: {
  service: ServiceDetail;
  tab: 'details' | 'location';
  isOwn: boolean;
  example: ReactNode;
  talk: ReactNode;
  report: ReactNode;
  reviews: ReactNode;
  between: ReactNode;
}) {
  const { service, tab, isOwn, example, talk, report, reviews, between } = props;
  const { title, description, language } = inReadersLanguage(service);
  const lang = language === currentLocale() ? undefined : language;
  const tabClass = (current: boolean) =>
    `border-b-2 px-4 py-3 ${current ? 'border-accent font-semibold text-accent-strong' : 'border-transparent hover:text-accent-strong'}`;
  return (
    <div className="page grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-12 py-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Gallery
          pictures={[
            ...service.images.map((image, index) => ({
              ...image,
              name: m['resources.gallery.picture']({ number: index + 1 }),
            })),
            ...service.samples.map((image, index) => ({
              ...image,
              name: m['services.detail.sample']({ number: index + 1 }),
            })),
          ]}
          folder="service-images"
          title={title}
          place="offer"
        />
        <Summary service={service} title={title} lang={lang} isOwn={isOwn} talk={talk} report={report} />
      </div>
      <div>
        <nav aria-label={m['services.detail.tabs']()} className="flex border-b border-line">
          <Link
            to="."
            search={{}}
            resetScroll={false}
            aria-current={tab === 'details' ? 'page' : undefined}
            className={tabClass(tab === 'details')}
          >
            {m['services.detail.details']()}
          </Link>
          <Link
            to="."
            search={{ tab: 'location' }}
            resetScroll={false}
            aria-current={tab === 'location' ? 'page' : undefined}
            className={tabClass(tab === 'location')}
          >
            {m['services.detail.location']()}
          </Link>
        </nav>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12 pt-6">
          {tab === 'location' ? (
            <Places service={service} />
          ) : (
            <>
              <Details service={service} text={description} lang={lang} />
              <Workshop service={service} example={example} />
              <Section title={m['services.reviews.title']()}>{reviews}</Section>
            </>
          )}
        </div>
      </div>
      {between}
      <SimilarServices service={service} />
    </div>
  );
}

function Summary(props: {
  service: ServiceDetail;
  title: string;
  lang: string | undefined;
  isOwn: boolean;
  talk: ReactNode;
  report: ReactNode;
}) {
  const { service, title, lang, isOwn, talk, report } = props;
  // Without the fee, which is shown next to it.
  const price = priceWords(service, 0);
  const note = feeWords(service);
  const isPrinter = isPricedByWeight(service.serviceType);
  const canOrder = !isOwn && isOrderable(service);
  return (
    <div className="grid content-start gap-3">
      <p className="text-ink-soft">
        {typeName(service.serviceType)} ·{' '}
        {service.isIndividual ? m['services.detail.individual']() : m['services.detail.company']()}
      </p>
      <h1 className="text-3xl font-bold" lang={lang}>
        {title}
      </h1>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link
          to="/people/$username"
          params={{ username: service.provider.username }}
          className="w-fit text-lg font-semibold text-accent-strong underline"
        >
          {service.provider.fullName}
        </Link>
        {service.rating !== null && (
          <span className="flex items-center gap-1">
            <Star aria-hidden="true" className="size-4" />
            {m['services.detail.rating']({ rating: service.rating })}
          </span>
        )}
        {service.completedOrders > 0 && (
          <span>{m['services.card.completed']({ count: service.completedOrders })}</span>
        )}
      </p>
      <p>
        <span className="text-2xl font-bold text-accent-strong">
          <Price words={price} />
        </span>
        {note !== '' && <span className="ml-2 text-sm text-ink-soft">{note}</span>}
      </p>
      {service.pricing !== '' && service.pricing !== price && (
        <p className="text-ink-soft">{service.pricing}</p>
      )}
      {service.location && (
        <p className="flex items-center gap-1 text-ink-soft">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          {service.location.address}
        </p>
      )}
      <div className="mt-2 grid gap-3">
        {isPrinter && (
          <Link to="/estimate" search={{ serviceId: service.id }} className={buttonClass()}>
            <Calculator aria-hidden="true" className="size-5" />
            {m['services.estimate']()}
          </Link>
        )}
        {canOrder && (
          // Needs a full page load, because the CSP of payment pages belongs to their document.
          <Link
            to="/payment/service/$id"
            params={{ id: service.id }}
            reloadDocument
            className={buttonClass(isPrinter ? 'secondary' : 'primary')}
          >
            <ShoppingBag aria-hidden="true" className="size-5" />
            {service.isFreeService ? m['services.detail.use_free']() : m['services.detail.order']()}
          </Link>
        )}
        {isOwn && <OwnerLinks service={service} />}
        {talk}
        <Contact serviceId={service.id} />
        {report}
      </div>
    </div>
  );
}

/** Links for the owner; prices and calendar are edited apart from the form. */
function OwnerLinks({ service }: { service: ServiceDetail }) {
  const { id, serviceType, workshop } = service;
  return (
    <div className="grid gap-3 rounded-lg bg-accent-soft p-4">
      {workshop === null && (
        <p>
          {isPricedByWeight(serviceType)
            ? m['services.detail.own_workshop_printer']()
            : m['services.detail.own_workshop']()}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Link
          to="/my/services/$id/workshop"
          params={{ id }}
          className={buttonClass(workshop === null ? 'primary' : 'secondary')}
        >
          {m['services.mine.workshop']()}
        </Link>
        <Link
          to="/services/register/{-$type}"
          params={{ type: serviceType }}
          search={{ edit: id }}
          className={buttonClass('secondary')}
        >
          {m['services.mine.edit']()}
        </Link>
      </div>
    </div>
  );
}

/**
 * Returns whether the service can be ordered directly, with a price of its own or for free; others begin with a
 * question or a quote.
 */
function isOrderable(service: ServiceDetail): boolean {
  const { isFreeService, price, hourlyRate, pricePerUnit, currency, printRates } = service;
  // The price of a print depends on the model's weight.
  if (isFreeService || printRates !== null) return isFreeService;
  return currency === 'KRW' && (price ?? hourlyRate ?? pricePerUnit) !== null;
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
    [m['services.detail.materials'](), service.materials.map(materialName).join(', ')],
    [m['services.detail.specializations'](), service.specializations.join(', ')],
    [m['services.detail.items'](), service.productionItems.join(', ')],
    [m['services.detail.tags'](), service.tags.join(', ')],
  ];
  return (
    <div className="grid gap-8 lg:grid-cols-[3fr_2fr]">
      <div>
        <Prose text={text} lang={lang} />
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
  const alive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const frame = <div className="h-[70vh] rounded-lg bg-sunken md:h-[500px]" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {service.locations.length > 0 &&
        (alive ? (
          <Suspense fallback={frame}>
            <PlacesMap places={service.locations} />
          </Suspense>
        ) : (
          frame
        ))}
      <div>
        <ul className="grid gap-3">
          {service.locations.map((place) => (
            <li
              key={`${place.lat} ${place.long}`}
              className="flex items-center gap-2 rounded-lg border border-line bg-surface p-4"
            >
              <MapPin aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
              {place.address}
            </li>
          ))}
        </ul>
        {service.isIndividual && <p className="mt-4 text-ink-soft">{m['services.detail.blurred']()}</p>}
      </div>
    </div>
  );
}
