import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { RouteOptions } from 'fastify';
import { createJsonSchemaTransform, type jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { platformErrors } from '../shared/errors.ts';
import { roles } from '../shared/roles.ts';
import { cookieName } from './cookies.ts';
import type { App } from './http.ts';
import {
  mapValues,
  nameKeyword,
  withComponents,
  withEach,
  withoutNames,
  type Answer,
  type Document,
  type Media,
  type Operation,
  type Schema,
} from './openapi-components.ts';
import type { RouteAccess } from './route-access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    documentedBody?: z.ZodType;
  }
}

const errorName = 'Error';

/** What every error answers. `code` is stable; `message` and the texts in `fields` are for people. */
export const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** The answer of a call that sends a file, whatever it is; or one of these types. */
export function fileAnswer(...types: string[]) {
  const content = types.length > 0 ? types : ['application/octet-stream'];
  const schema: z.ZodType = z.file();
  return { description: 'The file.', content: Object.fromEntries(content.map((type) => [type, { schema }])) };
}

/** What `sendPicture` answers. */
export const pictureAnswer = fileAnswer('image/webp', 'image/avif');

export const eventsAnswer = {
  description: 'Server-sent events, until the answer is complete.',
  content: { 'text/event-stream': { schema: z.string() } },
};

/** What the rooms together know of the API, which no single route does. */
export type ApiDescription = {
  /** The name of a call: unique, and never changed. */
  operationIdOf(method: string, path: string, answersList: boolean): string;
  /** By room: its schemas are named as they are exported, its errors are told by status. */
  contracts: Record<string, Record<string, unknown>>;
  /** By operation id. */
  examples: Record<string, { request?: unknown; response?: unknown }>;
  tags: { name: string; description: string }[];
};

/** Answers of errors, by status: how they are called, and what they are told by. */
const errorAnswers: Record<number, { name: string; description: string }> = {
  400: { name: 'InvalidInput', description: 'What was sent is not valid; `fields` says where.' },
  401: { name: 'NotSignedIn', description: 'Nobody is signed in, or a password or code is wrong.' },
  403: { name: 'Forbidden', description: 'Whoever is signed in may not do this.' },
  404: { name: 'NotFound', description: 'It is not there, or not for this reader.' },
  405: { name: 'MethodNotAllowed', description: 'The address does not take this method.' },
  409: { name: 'Conflict', description: 'It is not in a state in which this can be done.' },
  410: { name: 'Gone', description: 'It was there, and has ended.' },
  412: { name: 'PreconditionFailed', description: 'It has changed meanwhile.' },
  413: { name: 'TooLarge', description: 'What was sent is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'What was sent is of a type that is not taken.' },
  416: { name: 'RangeNotSatisfiable', description: 'The file has no such part.' },
  422: { name: 'Unprocessable', description: 'What was sent is of the right form, and cannot be used.' },
  423: { name: 'Locked', description: 'Somebody else is at it.' },
  429: { name: 'TooManyRequests', description: '`Retry-After` says in how many seconds to come back.' },
  460: { name: 'ChecksumMismatch', description: 'What came is not what was sent.' },
  500: { name: 'InternalError', description: 'A fault of the server.' },
  502: { name: 'BadGateway', description: 'A service that is needed answered wrongly.' },
  503: {
    name: 'Unavailable',
    description: 'Too busy, or something that is needed is away: come back later.',
  },
  504: { name: 'GatewayTimeout', description: 'A service that is needed did not answer in time.' },
  507: { name: 'StorageFull', description: 'There is no room for it.' },
};

const failure = { name: 'Failure', description: 'Any other error.' };

const doneAnswers: Record<string, string> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Begun, or waiting for something more.',
  204: 'Done; there is nothing to tell.',
  302: 'Goes on at `Location`.',
};

/** What may be left out is not required, however its schema makes up for it: `preprocess` and `catch` do not say so by themselves. */
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

/** A record whose keys are known has them as properties, and a choice is offered once. */
function spelledOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledOut);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([keyword, part]) => [keyword, spelledOut(part)]),
  ) as Schema;
  const { propertyNames, additionalProperties, ...rest } = schema as Schema & { propertyNames?: Schema };
  if (schema.type === 'object' && propertyNames?.enum && !schema.properties) {
    const names = propertyNames.enum as string[];
    const properties = Object.fromEntries(names.map((name) => [name, additionalProperties as Schema]));
    return { ...rest, properties, additionalProperties: false };
  }
  if (schema.anyOf) {
    const seen = new Set<string>();
    const anyOf = schema.anyOf.filter(
      (each) => !seen.has(JSON.stringify(each)) && seen.add(JSON.stringify(each)),
    );
    return { ...schema, anyOf };
  }
  return schema;
}

/** Which session a call needs: none, anybody's, or one of somebody with one of these roles. */
function securityOf(access: RouteAccess | undefined): Record<string, string[]>[] {
  if (access === undefined || access === 'anyone') return [];
  if (access === 'person') return [{ session: [] }];
  return roles
    .filter((role) => access({ id: '', role, isAdmin: role === 'admin' }))
    .map((role) => ({ session: [role] }));
}

/**
 * Answers of a call: those that it declares, and those of the guard before it (route-access.ts). Each has one of its own success, and an
 * error: every address can be written wrongly, and a call that never succeeds still answers something.
 */
function answersOf(
  access: RouteAccess | undefined,
  declared: Record<string, z.ZodType>,
): [string, z.ZodType][] {
  const guarded = {
    ...(access !== undefined && access !== 'anyone' && { 401: errorSchema }),
    ...(typeof access === 'function' && { 403: errorSchema }),
    ...declared,
  };
  const has = (digit: string) => Object.keys(guarded).some((status) => status.startsWith(digit));
  return Object.entries({
    ...(!has('4') && { 400: errorSchema }),
    ...(!has('2') && { default: errorSchema }),
    ...guarded,
  });
}

const pathOf = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}');

type Transform = typeof jsonSchemaTransform;
type Transformed = ReturnType<Transform>;
type Route = Parameters<Transform>[0];

const wrappers = new Set(['optional', 'default', 'prefault', 'catch', 'readonly', 'nonoptional']);

/** Describes schemas, and says of those that a room exports how they are called there. */
function namingTransform(contracts: ApiDescription['contracts']): Transform {
  const names = new Map<unknown, string>([[errorSchema, `/${errorName}`]]);
  for (const [room, exported] of Object.entries(contracts))
    for (const [key, value] of Object.entries(exported))
      if (value instanceof z.ZodType && !names.has(value)) names.set(value, `${room}/${capital(key)}`);
  return createJsonSchemaTransform({
    zodToJsonConfig: {
      override({ zodSchema, jsonSchema }) {
        const { def } = zodSchema as unknown as z.ZodType;
        const described = jsonSchema as Schema;
        if ((def.type === 'default' || def.type === 'prefault') && !isConstant(def as z.core.$ZodDefaultDef))
          delete described.default;
        const name =
          names.get(zodSchema) ?? (described.title === undefined ? undefined : `/${described.title}`);
        // What only may be left out is called as what it is.
        if (name !== undefined && !(wrappers.has(def.type) && nameKeyword in described))
          described[nameKeyword] = name;
      },
    },
  });
}

/** An id that is made up for each call is nobody's default. */
const isConstant = (def: z.core.$ZodDefaultDef) =>
  JSON.stringify(def.defaultValue) === JSON.stringify(def.defaultValue);

/** A route as the document has it. */
function describeRoute(
  { schema, url, route, ...rest }: Route,
  transform: Transform,
  about: ApiDescription,
): Transformed {
  if (schema === undefined || schema.hide) return transform({ schema, url, route, ...rest });
  // A body that the handler reads itself, as a stream, is still described.
  const { access, documentedBody } = (route as RouteOptions).config ?? {};
  const method = String([route.method].flat()[0]);
  const answers = answersOf(access, (schema.response ?? {}) as Record<string, z.ZodType>);
  const [errors, others] = [
    answers.filter(([, answer]) => answer === errorSchema),
    answers.filter(([, answer]) => answer !== errorSchema),
  ];
  const { schema: described } = transform({
    ...rest,
    schema: {
      ...schema,
      ...(documentedBody && { body: documentedBody }),
      // Most answers are errors, which are all alike.
      response: { ...Object.fromEntries(others), [errorName]: errorSchema },
    },
    url,
    route,
  });
  withoutNeedlessRequired(schema.querystring, described['querystring']);
  const body = described['body'] as Schema | undefined;
  const { [errorName]: error = {}, ...response } = described['response'] as Record<string, Schema>;
  for (const [status] of errors) response[status] = error;
  const answersList = Object.entries(response).some(
    ([status, { type }]) => status < '300' && type === 'array',
  );
  return {
    url,
    schema: {
      ...described,
      ...(body && { body: spelledOut(body) }),
      response: spelledOut(response),
      operationId: about.operationIdOf(method, pathOf(url), answersList),
      security: securityOf(access),
    } as Transformed['schema'],
  };
}

const isError = (value: unknown): value is { code: string; status: number } =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'words' in value;

/** Codes of a room's errors, or of those that every call may answer, by status. */
function codesOf(exported: Record<string, unknown>): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const catalogue of Object.values(exported)) {
    if (typeof catalogue !== 'object' || catalogue === null || catalogue instanceof z.ZodType) continue;
    for (const kind of Object.values(catalogue))
      if (isError(kind)) found.set(kind.status, [...(found.get(kind.status) ?? []), kind.code]);
  }
  return found;
}

/** An error of every room, as it is told in English. */
function errorExample(status: number): z.infer<typeof errorSchema> {
  const kind =
    Object.values(platformErrors).find((each) => each.status === status) ?? platformErrors.internal_error;
  const message = kind.words('en');
  return { message, code: kind.code, ...(status === 400 && { fields: { title: message } }) };
}

const quoted = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ');

/** The document with each plain answer of an error once, with the codes of the room and those of every call. */
function withSharedErrors(document: Document, contracts: ApiDescription['contracts']): Document {
  const everywhere = codesOf({ platformErrors });
  const rooms = new Map(Object.entries(contracts).map(([room, exported]) => [room, codesOf(exported)]));
  const isPlain = ({ content }: Answer) =>
    content?.['application/json']?.schema?.$ref === `#/components/schemas/${errorName}`;
  const responses: Record<string, Answer> = {};

  function refer(status: string, room: string, answer: Answer): Answer {
    if (!isPlain(answer)) return answer;
    const known = errorAnswers[Number(status)] ?? failure;
    const own = rooms.get(room)?.get(Number(status)) ?? [];
    const common = (everywhere.get(Number(status)) ?? []).filter((code) => !own.includes(code));
    const name = own.length > 0 ? capital(room) + known.name : known.name;
    responses[name] ??= {
      description: [
        known.description,
        ...(own.length > 0 ? [`Codes of ${room}: ${quoted(own)}.`] : []),
        ...(common.length > 0 ? [`Codes of every room: ${quoted(common)}.`] : []),
      ].join(' '),
      content:
        own.length > 0
          ? (answer.content ?? {})
          : mapValues(answer.content ?? {}, (media) => ({ ...media, example: errorExample(Number(status)) })),
    };
    return { $ref: `#/components/responses/${name}` };
  }
  const changed = withEach(document, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (answer, status) =>
      refer(status, operation.tags?.[0] ?? '', answer),
    ),
  }));
  const sorted = Object.fromEntries(Object.entries(responses).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { ...changed, components: { ...document.components, responses: sorted } };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Answers that say what they are, and examples where there are some. */
function withWords(operation: Operation, { examples }: ApiDescription): Operation {
  const { request, response } = examples[operation.operationId] ?? {};
  const showing = <Part extends { content?: Record<string, Media> }>(part: Part, example: unknown): Part =>
    part.content && example !== undefined
      ? { ...part, content: mapValues(part.content, (media) => ({ ...media, example })) }
      : part;
  return {
    ...operation,
    ...(operation.requestBody && { requestBody: showing(operation.requestBody, request) }),
    responses: mapValues(operation.responses, (answer, status) => {
      const words = doneAnswers[status] ?? (errorAnswers[Number(status)] ?? failure).description;
      const description = answer.description === 'Default Response' ? words : answer.description;
      return showing(
        { ...answer, ...(description !== undefined && { description }) },
        status < '300' ? response : undefined,
      );
    }),
  };
}

/** Must be registered before the routes that it describes. The document is made when somebody asks for it, and then kept. */
export async function describeApi(
  app: App,
  { publicOrigin, about, isWhole }: { publicOrigin: string; about: ApiDescription; isWhole: boolean },
): Promise<void> {
  let transform: Transform | undefined;
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Gongbang API',
        version: '1',
        description:
          'Lists answer bare arrays; `X-Total-Count`, `X-Page` and `Link` tell about pages. Errors answer ' +
          '`{ message, code, fields? }` in the language of `Accept-Language`. Ids are UUIDs, times ISO 8601 in UTC. ' +
          'Beside the errors of a call, each may answer 400 `invalid_encoding`, 500 `internal_error` and 503 `overloaded`, and a ' +
          'write 403 `cross_site` and 429 `rate_limited`. ' +
          'A call that needs a session names the roles that may make it; without a role, everybody who is signed in may.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicOrigin, description: 'This marketplace' }],
      tags: about.tags,
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName(publicOrigin, 'session'),
            description: 'The session that signing in sets.',
          },
        },
      },
    },
    transform: (route) => {
      transform ??= namingTransform(about.contracts);
      return describeRoute(route as Route, transform, about);
    },
    transformObject: (made) => {
      const { openapiObject } = made as { openapiObject: unknown };
      const told = withEach(openapiObject as Document, (operation) => withWords(operation, about));
      return (
        isWhole ? withoutNames(told) : withSharedErrors(withComponents(told), about.contracts)
      ) as never;
    },
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // Swagger UI sets style attributes; nothing else of it is inline, and nothing comes from elsewhere.
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    // Hundreds of calls at once take a browser half a minute.
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
