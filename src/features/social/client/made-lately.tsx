import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pictureSource } from '#platform/shared/pictures.ts';
import { recentMakesQuery } from './api.ts';

const weekMs = 7 * 24 * 60 * 60_000;

/** Photos of what people made lately, on the mat of the home page; nothing if nobody has made anything. */
export function MadeLately() {
  const { data: makes = [], dataUpdatedAt } = useQuery(recentMakesQuery);
  if (makes.length === 0) return null;
  const isThisWeek = makes.every(({ createdAt }) => dataUpdatedAt - Date.parse(createdAt) < weekMs);
  return (
    <section aria-labelledby="made-lately" className="min-w-0">
      <h2 id="made-lately" className="font-semibold text-on-mat-soft">
        {isThisWeek ? m['social.makes.this_week']() : m['social.makes.lately']()}
      </h2>
      <ul className="made-lately">
        {makes.map(({ id, author, image, machine, resource }, index) => (
          <li key={id}>
            <Link
              to="/resources/$id"
              params={{ id: resource.id }}
              hash="makes"
              className="group block rounded-md focus-visible:outline-on-mat"
            >
              <img
                {...pictureSource(
                  'madeLately',
                  image,
                  (width) => `/api/make-images/${image.id}/${width}.webp`,
                )}
                width={image.width}
                height={image.height}
                alt=""
                loading={index === 0 ? 'eager' : 'lazy'}
                decoding={index === 0 ? 'sync' : 'async'}
                fetchPriority={index === 0 ? 'high' : undefined}
                className="aspect-4/3 w-full rounded-md bg-mat-line object-cover"
              />
              <span
                lang={resource.language}
                className="mt-1 block truncate text-sm font-semibold group-hover:underline"
              >
                {resource.title}
              </span>
              <span className="block truncate text-xs text-on-mat-soft">
                {[author.fullName, machine].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
