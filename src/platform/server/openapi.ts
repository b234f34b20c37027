import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from './http.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    documentedBody?: z.ZodType;
  }
}

/** Body of every error. `code` is stable; `message` and the texts in `fields` are for people. */
export const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

/**
 * Removes optional parameters from `required`: zod's `preprocess` and `catch` are described as required although they
 * accept a missing value.
 */
function withoutNeedlessRequired(schema: unknown, described: unknown): void {
  if (!(schema instanceof z.ZodObject) || typeof described !== 'object' || described === null) return;
  const { required, properties } = described as {
    required?: string[];
    properties?: Record<string, { default?: unknown }>;
  };
  const shape = schema.shape as Record<string, z.ZodType>;
  for (const name of required ?? []) {
    const left = shape[name]?.safeParse(undefined);
    const property = properties?.[name];
    if (!left?.success || !property) continue;
    if (left.data !== undefined) property.default ??= left.data;
    (described as { required: string[] }).required = (described as { required: string[] }).required.filter(
      (each) => each !== name,
    );
  }
}

/** Must be registered before the routes that it describes. */
export async function describeApi(app: App, publicOrigin: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Gongbang API',
        version: '1',
        description:
          'Lists answer bare arrays; `X-Total-Count`, `X-Page` and `Link` tell about pages. Errors answer ' +
          '`{ message, code, fields? }` in the language of `Accept-Language`. Ids are UUIDs, times ISO 8601 in UTC.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicOrigin }],
      tags: [
        { name: 'accounts', description: 'Signing up, in and out' },
        { name: 'verification', description: 'Proof of a phone and a bank account' },
        { name: 'people', description: 'Profiles, avatars, what is one’s own' },
        { name: 'support', description: 'Help from volunteers and engineers' },
        { name: 'rights', description: 'A copy of one’s data, leaving' },
        { name: 'notifications', description: 'What people are told' },
        { name: 'resources', description: 'What makers publish and download' },
        { name: 'uploads', description: 'Files, sent in pieces with tus 1.0' },
        { name: 'games', description: 'Played in the browser' },
        { name: 'social', description: 'Likes, collections, comments, makes, following' },
        { name: 'services', description: 'What people make for each other' },
        { name: 'quotes', description: 'What a print would cost, and who prints it' },
        { name: 'conversations', description: 'Messages between two people' },
        { name: 'tenders', description: 'Jobs that providers bid on under seal' },
        { name: 'orders', description: 'From a request to what is received, with escrow in between' },
        { name: 'payments', description: 'Money in, out and in the books' },
        { name: 'reviews', description: 'What people say of what was made for them' },
        { name: 'search', description: 'What people searched for' },
        {
          name: 'auctions',
          description: 'Lots, bids, what they come to, and the log that anybody can check',
        },
        { name: 'community', description: 'Channels, messages, threads, questions' },
        { name: 'calls', description: 'Voice, video and shared screens in channels' },
        { name: 'assistant', description: 'Help with putting something together, from its guide' },
        { name: 'sponsorship', description: 'Money for the place, its projects and people' },
        { name: 'ads', description: 'Banners, and where they stand' },
        { name: 'realtime', description: 'What happens while somebody looks' },
        { name: 'moderation', description: 'Reports, and what staff do about them' },
        { name: 'admin', description: 'For staff' },
        { name: 'catalogue', description: 'All that is shown, out of here and into another place' },
        { name: 'site', description: 'The marketplace itself' },
        { name: 'operation', description: 'For those who run the server' },
      ],
    },
    // Describes a body that the handler reads itself as a stream.
    transform: ({ schema, url, route, ...rest }) => {
      const described = jsonSchemaTransform({
        schema: { ...schema, ...(route.config?.documentedBody && { body: route.config.documentedBody }) },
        url,
        route,
        ...rest,
      });
      withoutNeedlessRequired(schema?.querystring, described.schema['querystring']);
      return described;
    },
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // Swagger UI sets style attributes; nothing else is inline or loaded from other hosts.
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    // Rendering hundreds of expanded calls takes a browser half a minute.
    uiConfig: { persistAuthorization: false, docExpansion: 'none' },
    theme: { title: 'Gongbang API' },
  });
  app.get(
    '/api/openapi.json',
    {
      config: { access: 'anyone' },
      schema: { hide: true },
    },
    () => app.swagger(),
  );
}
