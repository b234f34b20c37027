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
  withSharedParts,
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

/** Body of every error. `code` is stable; `message` and the texts in `fields` are for people. */
export const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** Describes the response of a route that sends a file, of one of these media types if given. */
export function fileAnswer(...types: string[]) {
  const content = types.length > 0 ? types : ['application/octet-stream'];
  const schema: z.ZodType = z.file();
  return { description: 'The file', content: Object.fromEntries(content.map((type) => [type, { schema }])) };
}

/** Describes the response of `sendPicture`. */
export const pictureAnswer = fileAnswer('image/webp', 'image/avif');

export const eventsAnswer = {
  description: 'Server-sent events until the answer is complete',
  content: { 'text/event-stream': { schema: z.string() } },
};

/** Facts of the API that no single route knows; the app provides them. */
export type ApiDescription = {
  /** Returns the unique, stable name of an operation. */
  operationIdOf(method: string, path: string, answersList: boolean): string;
  /** Exports of each room's contract: schemas give components their names, error catalogues their codes. */
  contracts: Record<string, Record<string, unknown>>;
  /** Example bodies by operation id. */
  examples: Record<string, { request?: unknown; response?: unknown }>;
  tags: { name: string; description: string }[];
};

/** Names and descriptions of error responses by status. */
const errorAnswers: Record<number, { name: string; description: string }> = {
  400: { name: 'InvalidInput', description: 'The input is not valid; `fields` names the fields.' },
  401: { name: 'NotSignedIn', description: 'Not signed in, or a wrong password or code.' },
  403: { name: 'Forbidden', description: 'The signed-in person may not do this.' },
  404: { name: 'NotFound', description: 'It does not exist, or this person may not see it.' },
  405: { name: 'MethodNotAllowed', description: 'The address does not support this method.' },
  409: { name: 'Conflict', description: 'Its state does not allow this.' },
  410: { name: 'Gone', description: 'It has expired or ended.' },
  412: { name: 'PreconditionFailed', description: 'It has changed in the meantime.' },
  413: { name: 'TooLarge', description: 'The request is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The media type is not supported.' },
  416: { name: 'RangeNotSatisfiable', description: 'The file does not have this range.' },
  422: { name: 'Unprocessable', description: 'The input is well-formed but cannot be processed.' },
  423: { name: 'Locked', description: 'Another request is writing to it.' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests; `Retry-After` gives the seconds to wait.',
  },
  460: { name: 'ChecksumMismatch', description: 'The checksum does not match.' },
  500: { name: 'InternalError', description: 'An error of the server.' },
  502: { name: 'BadGateway', description: 'An upstream service failed.' },
  503: {
    name: 'Unavailable',
    description: 'The server is overloaded or a service it needs is unavailable; try again later.',
  },
  504: { name: 'GatewayTimeout', description: 'An upstream service did not answer in time.' },
  507: { name: 'StorageFull', description: 'The storage is full.' },
};

const failure = { name: 'Failure', description: 'Any other error' };

const successDescriptions: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted; the result follows later',
  204: 'Done',
  302: 'Redirect to `Location`',
};

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

/** Answers may get more fields later, so none says that it has no others. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([keyword, part]) =>
      keyword === 'additionalProperties' && part === false ? [] : [[keyword, open(part)]],
    ),
  );
}

/** Patterns by which zod checks formats, which already say the same. */
const formatPatterns = new Set(
  [z.uuid(), z.iso.datetime(), z.iso.datetime({ offset: true }), z.iso.date()].map(
    (format) => z.toJSONSchema(format).pattern,
  ),
);
/** A longer alternative to null stays apart: it may be a component. */
const maxNullable = 60;

/**
 * Shortens zod's descriptions without a change of meaning: a format needs no pattern, an integer not the limits of JavaScript, and `null`
 * is one more type of a short schema. Spells out records with known keys as properties, and removes duplicate alternatives.
 */
function spelledOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledOut);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([keyword, part]) => [keyword, spelledOut(part)]),
  ) as Schema;
  if (schema.format && formatPatterns.has(schema.pattern)) delete schema.pattern;
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  const { propertyNames, additionalProperties, ...rest } = schema as Schema & { propertyNames?: Schema };
  if (schema.type === 'object' && propertyNames?.enum && !schema.properties) {
    const names = propertyNames.enum as string[];
    const properties = Object.fromEntries(names.map((name) => [name, additionalProperties as Schema]));
    return { ...rest, properties, additionalProperties: false };
  }
  if (!schema.anyOf) return schema;
  const seen = new Set<string>();
  const anyOf = schema.anyOf.filter(
    (each) => !seen.has(JSON.stringify(each)) && seen.add(JSON.stringify(each)),
  );
  const [one, other] = anyOf;
  // A constant or a choice would exclude null.
  const isShort = one?.type && !one.enum && !('const' in one) && JSON.stringify(one).length < maxNullable;
  if (!isShort || anyOf.length !== 2 || other?.type !== 'null') return { ...schema, anyOf };
  const { anyOf: _, ...said } = schema;
  return { ...one, ...said, type: [one.type, 'null'].flat() };
}

/**
 * Returns the security requirement of a route: none, or a session of one of these roles. Undefined is the requirement
 * of the whole document, any session, which most calls have.
 */
function securityOf(access: RouteAccess | undefined): Record<string, string[]>[] | undefined {
  if (access === undefined || access === 'anyone') return [];
  if (access === 'person') return undefined;
  return roles
    .filter((role) => access({ id: '', role, isAdmin: role === 'admin' }))
    .map((role) => ({ session: [role] }));
}

/**
 * Responses of a route: those that it declares and those of route-access.ts. A route without a declared error still answers 400 to a
 * malformed URL; one without a declared success gets `default`.
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

/** Returns a transform that marks each schema that a contract exports with its exported name. */
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
        // Keep the name of the inner schema: `a.optional()` is still an `a`.
        if (name !== undefined && !(wrappers.has(def.type) && nameKeyword in described))
          described[nameKeyword] = name;
      },
    },
  });
}

/** Tells constant defaults from generated ones, such as random ids, which would differ in each document. */
const isConstant = (def: z.core.$ZodDefaultDef) =>
  JSON.stringify(def.defaultValue) === JSON.stringify(def.defaultValue);

const inputs = new Set(['body', 'params', 'querystring', 'headers']);

/** Describes one route for the document. */
function describeRoute(
  { schema, url, route, ...rest }: Route,
  transform: Transform,
  about: ApiDescription,
): Transformed {
  if (schema === undefined || schema.hide) return transform({ schema, url, route, ...rest });
  // A body that the handler reads itself as a stream is documented as well.
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
      // Most responses are the same error: converting it once saves half of the time.
      response: { ...Object.fromEntries(others), [errorName]: errorSchema },
    },
    url,
    route,
  });
  withoutNeedlessRequired(schema.querystring, described['querystring']);
  const { [errorName]: error = {}, ...response } = described['response'] as Record<string, Schema>;
  for (const [status] of errors) response[status] = error;
  const security = securityOf(access);
  const answersList = Object.entries(response).some(
    ([status, { type }]) => status < '300' && type === 'array',
  );
  return {
    url,
    schema: {
      ...mapValues({ ...described }, (part, name) => (inputs.has(name) ? spelledOut(part) : part)),
      response: open(spelledOut(response)),
      operationId: about.operationIdOf(method, pathOf(url), answersList),
      ...(security && { security }),
    } as Transformed['schema'],
  };
}

const isError = (value: unknown): value is { code: string; status: number } =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'words' in value;

/** Collects error codes by status from the error catalogues among these exports. */
function codesOf(exported: Record<string, unknown>): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const catalogue of Object.values(exported)) {
    if (typeof catalogue !== 'object' || catalogue === null || catalogue instanceof z.ZodType) continue;
    for (const kind of Object.values(catalogue))
      if (isError(kind)) found.set(kind.status, [...(found.get(kind.status) ?? []), kind.code]);
  }
  return found;
}

/** Returns an example of a platform error in English. */
function errorExample(status: number): z.infer<typeof errorSchema> {
  const kind =
    Object.values(platformErrors).find((each) => each.status === status) ?? platformErrors.internal_error;
  const message = kind.words('en');
  return { message, code: kind.code, ...(status === 400 && { fields: { title: message } }) };
}

const quoted = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ');

/** Replaces plain error responses by components, one per status, that list the codes that every room has. */
function withSharedErrors(document: Document): Document {
  const common = codesOf({ platformErrors });
  const responses: Record<string, Answer> = {};

  function refer(status: string, answer: Answer): Answer {
    if (answer.content?.['application/json']?.schema?.$ref !== `#/components/schemas/${errorName}`)
      return answer;
    const { name, description } = errorAnswers[Number(status)] ?? failure;
    const codes = common.get(Number(status)) ?? [];
    responses[name] ??= {
      description: [description, ...(codes.length > 0 ? [`Common codes: ${quoted(codes)}.`] : [])].join(' '),
      content: mapValues(answer.content, (media) => ({ ...media, example: errorExample(Number(status)) })),
    };
    return { $ref: `#/components/responses/${name}` };
  }
  const changed = withEach(document, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (answer, status) => refer(status, answer)),
  }));
  return { ...changed, components: { ...document.components, responses } };
}

/** Adds the error codes of its room to the description of a tag: every call of the room may answer them. */
function withCodes({ tags, contracts }: ApiDescription): ApiDescription['tags'] {
  return tags.map(({ name, description }) => {
    const codes = [...codesOf(contracts[name] ?? {})].toSorted(([a], [b]) => a - b);
    const lines = codes.map(([status, own]) => `- ${status}: ${quoted(own)}`);
    return {
      name,
      description: [description, ...(lines.length > 0 ? [`Error codes:\n\n${lines.join('\n')}`] : [])].join(
        '\n\n',
      ),
    };
  });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds descriptions and examples to the responses and the body of an operation. */
function withWords(operation: Operation, { examples }: ApiDescription): Operation {
  const { request, response } = examples[operation.operationId] ?? {};
  const showing = <Part extends { content?: Record<string, Media> }>(part: Part, example: unknown): Part =>
    part.content && example !== undefined
      ? { ...part, content: mapValues(part.content, (media) => ({ ...media, example })) }
      : part;
  return {
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map(({ required, ...each }) =>
        required ? { ...each, required } : each,
      ),
    }),
    ...(operation.requestBody && { requestBody: showing(operation.requestBody, request) }),
    responses: mapValues(operation.responses, (answer, status) => {
      const words = successDescriptions[status] ?? (errorAnswers[Number(status)] ?? failure).description;
      const description = answer.description === 'Default Response' ? words : answer.description;
      return showing(
        { ...answer, ...(description !== undefined && { description }) },
        status < '300' ? response : undefined,
      );
    }),
  };
}

/** Describes the API. Must be registered before the routes. The document is built on the first request for it and then kept. */
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
          'In addition to the listed errors, every call may answer 400 `invalid_encoding`, 500 `internal_error` and 503 `overloaded`, ' +
          'and every write 403 `cross_site` and 429 `rate_limited`. ' +
          'Calls without a security requirement of their own need any session; one with a role needs a session of that role.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicOrigin, description: 'This marketplace' }],
      tags: withCodes(about),
      security: [{ session: [] }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName(publicOrigin, 'session'),
            description: 'Session cookie, set by signing in',
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
        isWhole ? withoutNames(told) : withSharedParts(withSharedErrors(withComponents(told)))
      ) as never;
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
