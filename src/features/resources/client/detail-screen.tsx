import { Link } from '@tanstack/react-router';
import { Download, ExternalLink, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { lazyUntilNear } from '#platform/client/near.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { categoryHas, rulesOfCategory } from '#platform/shared/category-rules.ts';
import { buttonClass } from '#ui/button.tsx';
import type { ResourceDetail } from '../contract.ts';
import { asCategory } from '../rules.ts';
import { useCountLook } from './count-look.ts';
import { DetailKind, RemixSection } from './detail-kind.tsx';
import { DownloadLink } from './download-link.tsx';
import { FileList } from './file-list.tsx';
import { Gallery } from './gallery.tsx';
import { LicenseTerms } from './license-terms.tsx';
import { ModelSection } from './model-section.tsx';
import { PlayLink } from './play-link.tsx';
import { Reader, type ReaderSpot } from './reader.tsx';
import { Prose } from './prose.tsx';
import { Section } from './section.tsx';
import { ShareButton } from './share-button.tsx';
import { categoryNames, formatCount, formatDay, languageName, licenseName } from './words.ts';

// Only software has releases. The server renders them itself, like the sections in detail-kind.tsx.
const Releases = lazyUntilNear(
  import.meta.env.SSR ? (await import('./releases.tsx')).Releases : null,
  async () => (await import('./releases.tsx'))?.Releases,
  <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />,
);

/**
 * `actions`, `make`, `otherWays`, `atStep` and `below` are slots for other features: actions on a resource, notes at a step, and
 * comments.
 */
export function DetailScreen(props: {
  resource: ResourceDetail;
  /** Slot above everything else, for warnings. */
  warnings?: ReactNode;
  actions: ReactNode;
  /** Link to have it made, next to the download; null for what nobody makes. */
  make: ReactNode;
  /** How often it was made, and worked; null where there are too few builds. */
  builds: string | null;
  otherWays: ReactNode;
  /** Slot below a step of the guide; `step` starts at 0. */
  atStep?: ((resourceId: string, step: number) => ReactNode) | undefined;
  below: ReactNode;
  /** File and page that the address points to. */
  spot: ReaderSpot;
}) {
  const { resource, warnings, actions, make, builds, otherWays, atStep, below, spot } = props;
  useCountLook(resource.id);
  const [original, setOriginal] = useState(false);
  const shown = original ? resource : inReadersLanguage(resource);
  const translated = inReadersLanguage(resource).language !== resource.language;
  const foreign = shown.language === currentLocale() ? undefined : shown.language;
  const category = asCategory(resource.category);
  const rules = rulesOfCategory(category);
  const target = {
    id: resource.id,
    category: resource.category,
    downloadUrl: resource.downloadUrl,
    hasFile: resource.downloadFile !== null,
  };
  const current = resource.files.filter(({ version }) => version === resource.files[0]?.version);
  const leavesUs = resource.downloadUrl !== null && (!target.hasFile || rules?.leadsOutside === true);
  return (
    <article className="page grid gap-8 py-6 md:py-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
      <div className="grid gap-4">
        <nav className="text-sm">
          <Link
            to="/resources/type/$type"
            params={{ type: category }}
            className="text-ink-soft hover:underline"
          >
            {categoryNames[category]()}
          </Link>
        </nav>
        {warnings}
        {resource.state !== 'published' && (
          <p className="rounded-md border border-line-strong bg-sunken px-4 py-3">
            {resource.state === 'hidden'
              ? m['resources.detail.hidden_note']()
              : m['resources.detail.draft_note']()}
          </p>
        )}
        <Gallery
          // A new cover resets the gallery, because the chosen picture may no longer exist.
          key={resource.images[0]?.id}
          pictures={resource.images.map((image, index) => ({
            ...image,
            name: m['resources.gallery.picture']({ number: index + 1 }),
            note: image.drawn ? m['resources.model.drawn']() : undefined,
          }))}
          title={shown.title}
          category={category}
          place="resource"
          whole
        />
      </div>
      <aside className="grid content-start gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <header className="grid gap-3">
          <h1 className="text-3xl font-bold" lang={foreign}>
            {shown.title}
          </h1>
          <p className="flex flex-wrap gap-x-2 text-ink-soft">
            {resource.author === resource.owner.fullName ? (
              <OwnerLink owner={resource.owner}>{resource.author}</OwnerLink>
            ) : (
              <>
                <span>{resource.author}</span>
                <span aria-hidden="true">·</span>
                <OwnerLink owner={resource.owner}>
                  {m['resources.detail.published_by']({ name: resource.owner.fullName })}
                </OwnerLink>
              </>
            )}
            <span aria-hidden="true">·</span>
            <span>{formatDay(resource.createdAt)}</span>
          </p>
          {(translated || foreign !== undefined) && (
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
              {m['resources.card.in_language']({ language: languageName(resource.language) })}
              {translated && (
                <button
                  type="button"
                  onClick={() => setOriginal(!original)}
                  className="py-1 text-accent-strong underline"
                >
                  {original ? m['resources.detail.translated']() : m['resources.detail.original']()}
                </button>
              )}
            </p>
          )}
        </header>
        <div className="grid gap-2">
          <PlayLink resource={resource} />
          <div className="action-bar">
            <DownloadLink
              resource={target}
              className={buttonClass(
                make ? 'secondary' : 'primary',
                make
                  ? 'min-h-14 px-3! max-md:flex-col max-md:gap-0! max-md:text-xs!'
                  : 'min-h-14 grow text-lg',
              )}
            >
              {leavesUs ? (
                <ExternalLink aria-hidden="true" className="size-5" />
              ) : (
                <Download aria-hidden="true" className="size-5" />
              )}
              {m['resources.card.download']()}
            </DownloadLink>
            {make}
          </div>
          {otherWays}
          {!leavesUs && current.length > 1 && (
            <p className="text-sm text-ink-soft">
              {m['resources.detail.download_all']({
                count: formatCount(current.length),
                size: formatSize(current.reduce((sum, { size }) => sum + size, 0)),
              })}
            </p>
          )}
          {leavesUs && resource.downloadUrl !== null && (
            <p className="text-sm text-ink-soft">
              {m['resources.detail.outside']()}: {new URL(resource.downloadUrl).host}
            </p>
          )}
          <ShareButton resource={resource} title={shown.title} />
          {resource.can.edit && (
            <Link
              to="/resources/manage/$id"
              params={{ id: resource.id }}
              className={buttonClass('secondary')}
            >
              <Pencil aria-hidden="true" className="size-4" />
              {m['resources.detail.manage']()}
            </Link>
          )}
        </div>
        {actions}
        <Facts resource={resource} builds={builds} />
        <section aria-label={m['resources.detail.license']()} className="grid gap-2">
          <h2 className="font-semibold">
            {m['resources.detail.license']()} · {licenseName(resource.license)}
          </h2>
          <LicenseTerms license={resource.license} />
        </section>
        {resource.tags.length > 0 && (
          <ul aria-label={m['resources.detail.tags']()} className="flex flex-wrap gap-2">
            {resource.tags.map((tag) => (
              <li key={tag}>
                <Link
                  to="/resources"
                  search={{ search: tag }}
                  className="inline-block rounded-full bg-accent-soft px-3 py-1 text-sm text-accent-strong hover:underline"
                >
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </aside>
      <div className="grid content-start gap-10">
        <ModelSection resource={resource} />
        <Reader key={`${spot.file} ${spot.page}`} resource={resource} spot={spot} />
        <Section title={m['resources.detail.description']()}>
          <Prose text={shown.description || m['resources.detail.no_description']()} lang={foreign} />
        </Section>
        {resource.files.length > 0 && (
          <Section title={m['resources.detail.files']()}>
            {categoryHas(category, 'releases') ? (
              <Releases resource={resource} />
            ) : (
              <FileList resource={resource} />
            )}
          </Section>
        )}
        <DetailKind resource={resource} atStep={atStep} />
        <RemixSection resource={resource} />
        {below}
      </div>
    </article>
  );
}

function OwnerLink({ owner, children }: { owner: ResourceDetail['owner']; children: ReactNode }) {
  return (
    <Link
      to="/people/$username"
      params={{ username: owner.username }}
      className="py-0.5 text-accent-strong underline"
    >
      {children}
    </Link>
  );
}

function Facts({ resource, builds }: { resource: ResourceDetail; builds: string | null }) {
  const facts: [string, ReactNode][] = [
    ...(builds === null
      ? []
      : [[m['resources.detail.builds'](), <strong key="builds">{builds}</strong>] as [string, ReactNode]]),
    [m['resources.detail.downloads'](), formatCount(resource.downloadCount)],
    ...(resource.subcategory
      ? [[m['resources.form.subcategory'](), resource.subcategory] as [string, ReactNode]]
      : []),
    ...(resource.modelType
      ? [[m['resources.detail.model_type'](), resource.modelType] as [string, ReactNode]]
      : []),
    ...(resource.sourceSite
      ? [[m['resources.detail.source'](), resource.sourceSite] as [string, ReactNode]]
      : []),
    [m['resources.detail.updated'](), formatDay(resource.updatedAt)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-lg border border-line bg-surface p-4">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
