import { listLotAddresses } from '#features/auctions/server/public.ts';
import { listServiceAddresses } from '#features/services/server/public.ts';
import { listTenderAddresses } from '#features/tenders/server/public.ts';
import { listWantedAddresses } from '#features/wanted/server/public.ts';
import { z } from 'zod';
import { listQuestionAddresses } from '#features/community/server/public.ts';
import {
  listFeed,
  listPublicAddresses,
  newestSeq,
  type PublicAddress,
} from '#features/resources/server/public.ts';
import { listJoinMonths, listPeopleAddresses } from '#features/people/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { locales, localizePath, type Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import type { SettingsReader } from '#platform/server/settings.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import { beginningOf } from '#platform/shared/graphemes.ts';
import { adsenseOf } from './adsense.ts';
import { site, type Site } from './contract.ts';

/** Static pages for search engines. */
const standingPages = [
  '/',
  '/resources',
  '/services',
  '/flash-game',
  '/engineers',
  '/remote-support',
  '/wanted',
  '/auctions',
  '/auctions/jobs',
  '/about',
  '/help',
  '/sponsor',
  '/moderation-log',
  '/terms',
  '/privacy',
];

/** An address in three languages takes three entries; a sitemap may hold 50,000. */
const addressesPerSitemap = 10_000;
const feedItems = 30;

/** Parts of the sitemap with all that one of them may hold, the newest first. */
const listsOfAll: ReadonlyMap<string, (db: Db, most: number) => Promise<PublicAddress[]>> = new Map([
  ['services', listServiceAddresses],
  ['auctions', listLotAddresses],
  ['jobs', listTenderAddresses],
  ['wanted', listWantedAddresses],
]);

export function siteRoutes(app: App, deps: { config: Config; db: Db; settings: SettingsReader }): void {
  const { config, db, settings } = deps;
  const origin = config.publicOrigin;
  const { operator, socialLinks } = config;

  app.get(
    '/api/site',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['site'],
        summary: 'Who runs this marketplace',
        response: { 200: site },
      },
    },
    async (_request, reply) => {
      const all = await settings.get();
      const { ads, adSlots, notice } = all;
      const told: Site = {
        operator,
        socialLinks,
        ads: ads === 'on' ? { open: adSlots, adsense: adsenseOf(config, all) } : null,
        notice: notice.ko === '' ? null : notice,
      };
      return reply.header('cache-control', 'public, max-age=30').send(told);
    },
  );

  /** Serves ads.txt, which lists the publisher that Google pays; 404 where there is none. */
  app.get('/ads.txt', { schema: { hide: true } }, (_request, reply) => {
    if (!config.adsense) throw new AppError(platformErrors.not_found);
    const publisher = config.adsense.client.replace(/^ca-/, '');
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`google.com, ${publisher}, DIRECT, f08c47fec0942fa0\n`);
  });

  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...[
            '/api/',
            ...locales.flatMap((locale) =>
              ['/my/', '/admin/', '/payment/'].map((path) => localizePath(path, locale)),
            ),
          ].map((path) => `Disallow: ${path}`),
          // Pictures are content.
          'Allow: /api/images/',
          'Allow: /api/avatars/',
          'Allow: /api/wanted-images/',
          `Sitemap: ${origin}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const parts = Math.max(1, Math.ceil((await newestSeq(db)) / addressesPerSitemap));
    const names = [
      'pages',
      'questions',
      ...listsOfAll.keys(),
      ...Array.from({ length: parts }, (_, index) => `resources-${index + 1}`),
      ...(await listJoinMonths(db, currentTime())).map((month) => `people-${month}`),
    ];
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `${xmlHead}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${names
          .map((name) => `<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>`)
          .join('')}</sitemapindex>`,
      );
  });

  app.get(
    '/sitemaps/:name',
    { schema: { hide: true, params: z.object({ name: z.string() }) } },
    async (request, reply) => {
      const { name } = request.params;
      const addresses = await addressesIn(name);
      if (!addresses) throw new AppError(platformErrors.not_found);
      return reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(sitemapOf(origin, addresses));
    },
  );

  /** Returns the content of one part of the sitemap; null where there is no such part. */
  async function addressesIn(name: string): Promise<PublicAddress[] | null> {
    if (name === 'pages.xml') return standingPages.map((path) => ({ path }));
    const list = listsOfAll.get(/^(\w+)\.xml$/.exec(name)?.[1] ?? '');
    if (list) return list(db, addressesPerSitemap);
    if (name === 'questions.xml') return listQuestionAddresses(db, addressesPerSitemap);
    const part = /^resources-([1-9]\d{0,5})\.xml$/.exec(name)?.[1];
    if (part !== undefined) return listPublicAddresses(db, Number(part), addressesPerSitemap);
    const month = /^people-(\d{4}-(?:0[1-9]|1[0-2]))\.xml$/.exec(name)?.[1];
    return month === undefined ? null : listPeopleAddresses(db, month, addressesPerSitemap);
  }

  for (const locale of locales) {
    app.get(localizePath('/feed.xml', locale), { schema: { hide: true } }, async (_request, reply) => {
      const items = await listFeed(db, feedItems);
      return reply
        .type('application/rss+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=600')
        .send(feedOf(origin, locale, items));
    });
  }
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

function sitemapOf(origin: string, addresses: readonly PublicAddress[]): string {
  const entries = addresses.flatMap(({ path, changedAt }) =>
    locales.map((locale) => {
      const alternates = [...locales.map((each) => [each, each] as const), ['x-default', 'ko'] as const].map(
        ([name, each]) =>
          `<xhtml:link rel="alternate" hreflang="${name}" href="${origin}${localizePath(path, each)}"/>`,
      );
      const changed = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`;
      return `<url><loc>${origin}${localizePath(path, locale)}</loc>${changed}${alternates.join('')}</url>`;
    }),
  );
  return `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('\n')}</urlset>`;
}

type FeedItem = Awaited<ReturnType<typeof listFeed>>[number];

function feedOf(origin: string, locale: Locale, items: readonly FeedItem[]): string {
  const home = origin + localizePath('/resources', locale);
  const entries = items.map((item) => {
    const own = item.language === locale ? undefined : item.translations[locale];
    const address = `${origin}${localizePath(`/resources/${item.id}`, locale)}`;
    return [
      '<item>',
      `<title>${escapeXml(own?.title || item.title)}</title>`,
      `<link>${address}</link>`,
      `<guid isPermaLink="false">${item.id}</guid>`,
      `<pubDate>${item.publishedAt.toUTCString()}</pubDate>`,
      `<category>${escapeXml(item.category)}</category>`,
      `<description>${escapeXml(beginningOf(plainText((own?.description || item.description).slice(0, 2000)), 500))}</description>`,
      '</item>',
    ].join('');
  });
  return `${xmlHead}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escapeXml(
    m['app.feed.title']({}, { locale }),
  )}</title><link>${home}</link><description>${escapeXml(
    m['app.description']({}, { locale }),
  )}</description><language>${locale}</language><atom:link href="${origin}${localizePath('/feed.xml', locale)}" rel="self" type="application/rss+xml"/>${entries.join('\n')}</channel></rss>`;
}

/** Escapes a text for XML and removes characters that XML cannot represent. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
