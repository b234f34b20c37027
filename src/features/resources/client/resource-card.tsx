import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import type { PicturePlace } from '#platform/shared/pictures.ts';
import type { ResourceCard as Card } from '../contract.ts';
import { asCategory, cutText, gameTextLength } from '../rules.ts';
import { DownloadLink } from './download-link.tsx';
import { Picture } from './picture.tsx';
import { categoryNames, formatCount, languageName } from './words.ts';

const maxTags = 3;

/** Returns true if the entry has all that a card needs: one broken entry must not break the list. */
function isCard(resource: unknown): resource is Card {
  if (resource === null || typeof resource !== 'object') return false;
  const { id, title, tags, translations } = resource as Partial<Card>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    Array.isArray(tags) &&
    typeof translations === 'object'
  );
}

/** How many made it, liked it and took it; nothing for what nobody has yet. */
function figuresWords(card: Pick<Card, 'builds' | 'likeCount' | 'makeCount' | 'downloadCount'>): string {
  const { builds, likeCount, makeCount, downloadCount } = card;
  const counted = (count: number, words: (args: { count: string }) => string) =>
    count > 0 && words({ count: formatCount(count) });
  const made = builds
    ? m['resources.card.builds']({ made: formatCount(builds.made), worked: formatCount(builds.worked) })
    : counted(makeCount, m['resources.card.makes']);
  return [
    made,
    counted(likeCount, m['resources.card.likes']),
    counted(downloadCount, m['resources.card.downloads']),
  ]
    .filter(Boolean)
    .slice(0, 2)
    .join(' · ');
}

/**
 * `first`: the page's first card, whose picture has priority. `heading`: level of its title. `told`: with the
 * beginning of its description.
 */
export function ResourceCard(props: {
  resource: Card;
  first: boolean;
  place: PicturePlace;
  heading: 'h2' | 'h3';
  told?: boolean;
}) {
  const { resource, first, place, heading: Heading, told = false } = props;
  if (!isCard(resource)) {
    return (
      <article className="grid min-h-40 place-items-center rounded-lg border border-danger bg-danger-soft p-4 text-danger">
        {m['resources.list.invalid']()}
      </article>
    );
  }
  const { title, description, language } = inReadersLanguage(resource);
  const foreign = language !== currentLocale();
  const more = resource.tags.length - maxTags;
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-shadow duration-150 focus-within:border-accent hover:border-line-strong hover:shadow-md">
      <div className="aspect-4/3 overflow-hidden bg-sunken">
        <Picture
          image={resource.image}
          category={asCategory(resource.category)}
          name={title}
          place={place}
          first={first}
          className="transition-transform duration-300 group-hover:scale-[1.03]"
        />
      </div>
      <div className="card-text flex flex-1 flex-col gap-2 p-4">
        <p className="card-kind flex items-center justify-between gap-2 text-sm text-ink-soft">
          <span>{categoryNames[asCategory(resource.category)]()}</span>
          {foreign && (
            <span
              lang={language}
              className="rounded-sm bg-sunken px-2 text-xs"
              title={m['resources.card.in_language']({ language: languageName(language) })}
            >
              {languageName(language)}
            </span>
          )}
        </p>
        <Heading className="line-clamp-2 text-lg font-semibold" lang={foreign ? language : undefined}>
          {/* The link covers the whole card; the button lies above it. */}
          <Link
            to="/resources/$id"
            params={{ id: resource.id }}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
          >
            {title}
          </Link>
        </Heading>
        {told && (
          <p className="text-sm text-pretty" lang={foreign ? language : undefined}>
            {cutText(description, gameTextLength)}
          </p>
        )}
        <Link
          to="/people/$username"
          params={{ username: resource.ownerUsername }}
          className="relative z-10 block w-fit max-w-full truncate py-0.5 text-sm text-ink-soft hover:underline"
        >
          {resource.author}
        </Link>
        {resource.tags.length > 0 && (
          <ul className="card-tags mt-auto flex flex-wrap gap-1 py-1 text-sm">
            {resource.tags.slice(0, maxTags).map((tag) => (
              <li key={tag} className="max-w-32 truncate rounded-sm bg-accent-soft px-2 text-accent-strong">
                {tag}
              </li>
            ))}
            {more > 0 && (
              <li className="rounded-sm bg-sunken px-2 text-ink-soft">
                <span aria-hidden="true">+{more}</span>
                <span className="sr-only">{m['resources.card.more_tags']({ count: more })}</span>
              </li>
            )}
          </ul>
        )}
        <div className="card-foot flex items-center justify-between gap-2 border-t border-line pt-3">
          <span className="text-sm text-ink-soft tabular-nums">{figuresWords(resource)}</span>
          <DownloadLink
            resource={resource}
            label={m['resources.card.download_of']({ title })}
            tooltip={m['resources.card.download']()}
            className="relative z-10 grid size-11 place-items-center rounded-full text-accent-strong hover:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft aria-disabled:opacity-50"
          >
            <Download aria-hidden="true" className="size-5" />
          </DownloadLink>
        </div>
      </div>
    </article>
  );
}
