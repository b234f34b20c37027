import { createHash } from 'node:crypto';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { locales, localizePath, splitPath, type Locale } from '#i18n/languages.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import type { ResourceDetail } from '../contract.ts';
import { getResource, imageUrl } from './queries.ts';
import type { ResourcesDeps } from './routes.ts';

/** Size in pixels. */
const embedSize = { width: 360, height: 420 };

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;word-break:keep-all;overflow-wrap:anywhere}
*{box-sizing:border-box}body{margin:0}
a{display:flex;flex-direction:column;height:100vh;overflow:hidden;border:1px solid light-dark(#d6d3cc,#45433e);border-radius:12px;background:light-dark(#fff,#1f1e1b);color:light-dark(#22201c,#f0eee8);text-decoration:none}
a:focus-visible{outline:3px solid #0b7157;outline-offset:-3px}
img,i{display:block;width:100%;flex:1;min-height:0;object-fit:cover;background:#0e5947}
div{display:grid;gap:4px;padding:16px}
h1{display:-webkit-box;margin:0;overflow:hidden;font-size:1.125rem;-webkit-box-orient:vertical;-webkit-line-clamp:2}
p{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 12px;margin:0;font-size:.875rem;color:light-dark(#5d5a52,#b8b4a9)}
strong{color:light-dark(#0b7157,#6fd0b2)}`;

/** Any site may frame the card. It runs no scripts and loads only its own picture. */
const embedPolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

/**
 * Renders a resource's card as a standalone page: picture, title, maker and licence in one link to its page.
 */
function embedPage(resource: ResourceDetail, locale: Locale, origin: string): string {
  const title = embedTitle(resource, locale);
  const [image] = resource.images;
  const picture = image
    ? `<img src="${imageUrl(image.id, Math.max(...image.widths))}" alt="">`
    : '<i aria-hidden="true"></i>';
  const license =
    resource.license === 'all-rights-reserved'
      ? m['resources.license.all_rights_reserved']({}, { locale })
      : resource.license;
  const link = origin + localizePath(`/resources/${resource.id}`, locale);
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg"><title>${escaped(title)}</title><style>${style}</style></head><body><a href="${escaped(link)}" target="_blank" rel="noopener">${picture}<div><h1>${escaped(title)}</h1><p><span>${escaped(resource.author)}</span><span>${escaped(license)}</span></p><p><strong>${escaped(m['resources.share.see_on']({}, { locale }))}</strong></p></div></a></body></html>`;
}

function embedTitle(resource: ResourceDetail, locale: Locale): string {
  const own = resource.language === locale ? undefined : resource.translations[locale];
  return own?.title || resource.title;
}

/** Returns the HTML that embeds the card on another site. */
function embedCode(resource: ResourceDetail, locale: Locale, origin: string): string {
  const { width, height } = embedSize;
  return `<iframe src="${origin}/embed/resources/${resource.id}?language=${locale}" width="${width}" height="${height}" style="border:0" loading="lazy" title="${escaped(embedTitle(resource, locale))}"></iframe>`;
}

const oEmbed = z.object({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  provider_name: z.string(),
  provider_url: z.string(),
  title: z.string(),
  author_name: z.string(),
  html: z.string(),
  width: z.number(),
  height: z.number(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
});

/** Routes of the card and of oEmbed, by which other sites discover it: https://oembed.com */
export function embedRoutes(app: App, { config, db }: Pick<ResourcesDeps, 'config' | 'db'>): void {
  const origin = config.publicOrigin;

  app.get(
    '/embed/resources/:id',
    {
      schema: {
        // A page and not part of the API.
        hide: true,
        params: z.object({ id: z.string() }),
        querystring: z.object({ language: z.enum(locales).catch('ko') }),
      },
    },
    async (request, reply) => {
      const { language } = request.query;
      // Read it like a guest, because a frame has no session.
      const resource = await getResource(db, null, request.params.id);
      return reply
        .header('content-security-policy', embedPolicy)
        .header('cross-origin-resource-policy', 'cross-origin')
        .removeHeader('x-frame-options')
        .header('cache-control', 'public, max-age=300')
        .type('text/html; charset=utf-8')
        .send(embedPage(resource, language, origin));
    },
  );

  app.get(
    '/api/oembed',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'How another site may show a resource: oEmbed 1.0, as JSON',
        querystring: z.object({ url: z.string().max(2000), format: z.literal('json').default('json') }),
        response: { 200: oEmbed, 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { url } = request.query;
      const page =
        URL.canParse(url) && url.startsWith(`${origin}/`) ? splitPath(new URL(url).pathname) : null;
      const id = page && /^\/resources\/([0-9a-f-]{36})$/.exec(page.path)?.[1];
      if (!id) throw new AppError(platformErrors.not_found);
      const resource = await getResource(db, null, id);
      const { locale } = page;
      const [image] = resource.images;
      const width = image && Math.max(...image.widths);
      return reply.header('cache-control', 'public, max-age=300').send({
        version: '1.0',
        type: 'rich',
        provider_name: m['app.name']({}, { locale }),
        provider_url: origin,
        title: embedTitle(resource, locale),
        author_name: resource.author,
        html: embedCode(resource, locale, origin),
        ...embedSize,
        ...(image &&
          width && {
            thumbnail_url: origin + imageUrl(image.id, width),
            thumbnail_width: width,
            thumbnail_height: Math.round((width / image.width) * image.height),
          }),
      });
    },
  );
}
