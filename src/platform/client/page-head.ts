import { m } from '#i18n/generated/messages.js';
import { languages, locales, localizePath } from '#i18n/languages.ts';
import { currentLocale, siteOrigin } from '#platform/client/page-context.ts';
import { beginningOf } from '#platform/shared/graphemes.ts';

/**
 * Builds the head of one public page. `path` is the route-table path with ids filled in; `search` has only the
 * parameters that make it a different page (a page number), because a canonical address omits the rest.
 */
export function pageHead(page: {
  path: string;
  search?: string;
  title: string;
  description?: string;
  image?: string | null;
  type?: 'website' | 'article';
  /** For private pages and pages without content of their own. */
  hidden?: boolean;
  jsonLd?: Record<string, unknown>;
  /** Ancestor pages, from the top. */
  above?: { title: string; path: string }[];
}) {
  const locale = currentLocale();
  const origin = siteOrigin();
  const address = (each: keyof typeof languages) =>
    origin + localizePath(page.path, each) + (page.search ?? '');
  const title = page.path === '/' ? page.title : m['app.title']({ page: page.title });
  const description =
    beginningOf((page.description ?? '').replaceAll(/\s+/g, ' ').trim(), 160) || m['app.description']();
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:site_name', content: m['app.name']() },
      { property: 'og:type', content: page.type ?? 'website' },
      { property: 'og:title', content: page.title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address(locale) },
      { property: 'og:locale', content: languages[locale].ogLocale },
      ...locales
        .filter((each) => each !== locale)
        .map((each) => ({ property: 'og:locale:alternate', content: languages[each].ogLocale })),
      ...(page.image
        ? [
            { property: 'og:image', content: origin + page.image },
            { name: 'twitter:card', content: 'summary_large_image' },
          ]
        : []),
      ...(page.hidden ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(page.jsonLd ? [{ 'script:ld+json': { '@context': schemaOrg, ...page.jsonLd } }] : []),
      ...(page.above
        ? [{ 'script:ld+json': { '@context': schemaOrg, ...breadcrumbs([...page.above, page]) } }]
        : []),
    ],
    links: page.hidden
      ? []
      : [
          { rel: 'canonical', href: address(locale) },
          ...locales.map((each) => ({ rel: 'alternate', hrefLang: each, href: address(each) })),
          { rel: 'alternate', hrefLang: 'x-default', href: address('ko') },
        ],
  };
}

const schemaOrg = 'https://schema.org';

function breadcrumbs(pages: { title: string; path: string }[]): Record<string, unknown> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: pages.map(({ title, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: siteOrigin() + localizePath(path, currentLocale()),
    })),
  };
}
