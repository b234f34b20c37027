import { Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { Picture } from '#features/resources/client/public.tsx';
import { Fragment, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { pictureSource } from '#platform/shared/pictures.ts';
import { DrawnPicture } from '#ui/drawn-picture.tsx';
import type { ListedService } from './api.ts';
import { distanceWords, priceWords, recordWords, typeName } from './words.ts';

const maxTags = 3;

export function ServiceGrid({
  services,
  label,
  few,
  first = false,
  before,
}: {
  services: ListedService[];
  label: string;
  few?: boolean;
  /** True if this list has the first image of the page. */
  first?: boolean;
  /** Renders content before the card at an index. */
  before?: ((index: number) => ReactNode) | undefined;
}) {
  return (
    <ul
      aria-label={label}
      className={`grid gap-4 md:gap-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 ${few ? 'max-sm:grid-flow-col max-sm:auto-cols-[78%] max-sm:overflow-x-auto max-sm:-mx-[16px] max-sm:px-[16px] max-sm:pb-2' : 'grid-cols-1'}`}
    >
      {services.map((service, index) => [
        before?.(index),
        // Four on a desktop, two on a phone.
        <li key={service.id} className={few && index >= 2 ? 'hidden md:grid' : 'grid'}>
          <ServiceCard service={service} first={first && index === 0} />
        </li>,
      ])}
    </ul>
  );
}

/** Breaks the line only at the plus sign between base price and rate. */
export function Price({ words }: { words: string }) {
  return words.split(' + ').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' + '}
      <span className="inline-block">{part}</span>
    </Fragment>
  ));
}

/** Picture of a provider, whose name stands next to it, or its first letter. */
function Face({ fullName, avatarUrl }: ListedService['provider']) {
  return (
    <span aria-hidden="true" className="size-7 shrink-0 overflow-hidden rounded-full bg-accent-soft">
      {avatarUrl ? (
        <img
          src={avatarUrl}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          className="size-full object-cover"
        />
      ) : (
        <span className="grid size-full place-items-center text-xs font-semibold text-accent-strong">
          {[...fullName.trim()][0]?.toUpperCase()}
        </span>
      )}
    </span>
  );
}

/** What the provider has made, small, in the corner of the picture. The service's page describes each. */
function Samples({ samples }: { samples: ListedService['samples'] }) {
  if (samples.length === 0) return null;
  return (
    <p aria-hidden="true" className="absolute right-2 bottom-2 flex gap-1">
      {samples.map((image) => (
        <img
          key={image.id}
          {...pictureSource('thumbnail', image, (width) => `/api/service-images/${image.id}/${width}.webp`)}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          decoding="async"
          className="size-12 rounded-md border-2 border-surface bg-surface object-cover shadow-md"
        />
      ))}
    </p>
  );
}

export function ServiceCard(props: { service: ListedService; first?: boolean; picture?: ReactNode }) {
  const { service, first = false, picture } = props;
  const { title, description, language } = inReadersLanguage(service);
  const lang = language === currentLocale() ? undefined : language;
  const more = service.tags.length - maxTags;
  const record = recordWords(service);
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-shadow duration-150 focus-within:border-accent hover:border-line-strong hover:shadow-md">
      <div className="relative aspect-3/2 overflow-hidden bg-sunken sm:aspect-4/3">
        {picture ??
          (service.image ? (
            <Picture
              image={service.image}
              folder="service-images"
              category="other"
              place="card"
              first={first}
              className="transition-transform duration-300 group-hover:scale-[1.03]"
            />
          ) : (
            <DrawnPicture name={title} kind={service.serviceType} />
          ))}
        <Samples samples={service.samples} />
        {service.location && (
          <p className="absolute top-2 left-2 flex max-w-[calc(100%-1rem)] items-center gap-1 rounded-full bg-surface/95 px-2 py-1 text-xs">
            <MapPin className="size-3.5 shrink-0 text-accent-strong" />
            <span className="truncate">
              {service.distance !== undefined && `${distanceWords(service.distance)} · `}
              {service.location.address}
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4 pt-3">
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          <Face {...service.provider} />
          <span className="min-w-0 truncate">
            {[service.provider.fullName, typeName(service.serviceType)].filter(Boolean).join(' · ')}
          </span>
        </p>
        <h3 className="line-clamp-2 text-lg font-semibold" lang={lang}>
          <Link
            to="/services/$id"
            params={{ id: service.id }}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
          >
            {title}
          </Link>
        </h3>
        <p className="line-clamp-2 text-sm text-ink-soft" lang={lang}>
          {description}
        </p>
        {record !== '' && <p className="text-sm">{record}</p>}
        {service.tags.length > 0 && (
          <ul className="mt-auto flex flex-wrap gap-1 py-1 text-sm">
            {service.tags.slice(0, maxTags).map((tag) => (
              <li key={tag} className="max-w-32 truncate rounded-sm bg-accent-soft px-2 text-accent-strong">
                {tag}
              </li>
            ))}
            {more > 0 && <li className="rounded-sm bg-sunken px-2 text-ink-soft">+{more}</li>}
          </ul>
        )}
        <p className="flex items-center justify-between gap-2 border-t border-line pt-3 font-semibold">
          <span>
            <Price words={priceWords(service)} />
          </span>
          <span aria-hidden="true" className="shrink-0 text-sm text-accent-strong">
            {m['services.card.view']()}
          </span>
        </p>
      </div>
    </article>
  );
}
