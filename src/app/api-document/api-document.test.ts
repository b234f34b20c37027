import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformErrors } from '#platform/shared/errors.ts';
import { ordersErrors } from '#features/orders/contract.ts';
import type { Answer, Document, Operation, Schema } from '#platform/server/openapi-components.ts';
import { buildServer } from '../server.ts';
import { dereferenced, documentOf } from '../test-api-document.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import { examples } from './examples.ts';
import { named, operationIdOf } from './operation-ids.ts';

const maxBytes = 700 * 1024;

let server: TestServer;
let document: Document;
/** The document without components: each schema is inline. */
let whole: Document;
beforeAll(async () => {
  server = await startTestServer();
  document = (await server.call('GET', '/api/openapi.json')).json<Document>();
  const app = await buildServer(server.runtime, { hasWholeDescription: true });
  await app.ready();
  whole = documentOf(app);
  await app.close();
});
afterAll(() => server.close());

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
const withoutExample = (key: string, value: unknown) => (key === 'example' ? undefined : value);
const schemas = () => document.components?.schemas ?? {};

test('it is at most 700 KB', async () => {
  const { body } = await server.call('GET', '/api/openapi.json');
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBytes);
  expect(JSON.stringify(whole).length).toBeGreaterThan(3 * maxBytes);
});

describe('it equals the document without components in', () => {
  test('paths, methods, parameters, bodies and answers', () => {
    // The descriptions of errors also list codes, and some have an example.
    const words = (answers: Record<string, Answer>) =>
      Object.entries(answers).map(([status, { description = '' }]) => [status, description]);
    const withoutWords = ({ paths }: Document) =>
      JSON.parse(JSON.stringify(paths), function (this: unknown, key, value: Record<string, Answer>) {
        if (key !== 'responses') return value;
        return Object.fromEntries(
          Object.entries(value).map(([status, { description: _description, ...answer }]) => [
            status,
            status < '300' ? answer : JSON.parse(JSON.stringify(answer, withoutExample)),
          ]),
        );
      }) as unknown;
    const full = dereferenced(document);
    expect(withoutWords(full)).toEqual(withoutWords(whole));
    const told = new Map(
      operationsOf(full).map(({ operation }) => [operation.operationId, operation.responses]),
    );
    for (const { operation } of operationsOf(whole))
      for (const [status, description] of words(operation.responses))
        expect(told.get(operation.operationId)?.[status ?? '']?.description).toContain(description);
    expect(operationsOf(whole).length).toBeGreaterThan(400);
  });

  test('info, servers and tags', () => {
    const { paths: _, components: __, ...about } = document;
    const { paths: ___, components: ____, ...aboutWhole } = whole;
    expect(about).toEqual(aboutWhole);
    expect(about).toMatchObject({
      openapi: '3.1.0',
      info: { license: { name: 'MIT' } },
      servers: [{ url: 'http://gongbang.test' }],
    });
    const tags = document['tags'] as { name: string; description: string }[];
    for (const { description } of tags) expect(description).not.toBe('');
    const used = operationsOf(document).flatMap(({ operation }) => operation.tags ?? []);
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(used));
  });

  test('every build', async () => {
    const app = await buildServer(server.runtime);
    await app.ready();
    expect(JSON.stringify(app.swagger())).toBe(JSON.stringify(document));
    await app.close();
  });
});

describe('operation ids', () => {
  test('are unique and in camelCase', () => {
    const names = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/.test(name))).toEqual([]);
  });

  test.each([
    ['GET', '/api/channels/{id}/messages', true, 'listChannelMessages'],
    ['POST', '/api/channels/{id}/messages', false, 'createChannelMessage'],
    ['GET', '/api/channels/{id}/messages/{seq}', false, 'getChannelMessage'],
    ['PATCH', '/api/messages/{id}', false, 'updateMessage'],
    ['PUT', '/api/tenders/{id}', false, 'setTender'],
    ['DELETE', '/api/collections/{id}/items/{resourceId}', false, 'deleteCollectionItem'],
    ['POST', '/api/auctions/{id}/give-up', false, 'giveUpAuction'],
    ['POST', '/api/people/{username}/reports', false, 'reportPerson'],
    ['GET', '/api/user/orders', true, 'listMyOrders'],
    ['GET', '/api/admin/search-synonyms.csv', false, 'exportAdminSearchSynonyms'],
    ['POST', '/api/admin/resources/many', false, 'changeManyAdminResources'],
    ['GET', '/api/services/type/{type}', true, 'listServicesByType'],
    ['GET', '/api/resources/{id}/card.jpg', false, 'getResourceCard'],
    ['GET', '/api/user', false, 'getMe'],
  ])('%s %s', (method, path, answersList, name) => {
    expect(operationIdOf(method, path, answersList)).toBe(name);
  });

  test('of the table belong to an operation', () => {
    const calls = new Set(operationsOf(document).map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(named).filter((call) => !calls.has(call))).toEqual([]);
  });
});

describe('components', () => {
  test('have readable names, exported ones first', () => {
    const names = Object.keys(schemas());
    expect(names.filter((name) => !/^([A-Z][a-zA-Z]*)$/.test(name))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([
        'Error',
        'ResourceCard',
        'ResourceDetail',
        'ServiceCard',
        'ServiceDetail',
        'OrderDetail',
        'OrderSummary',
        'Quote',
      ]),
    );
    const schemaOf = (answer: Answer | undefined) => answer?.content?.['application/json']?.schema;
    expect(schemaOf(document.paths?.['/api/resources']?.['get']?.responses['200'])?.items).toEqual({
      $ref: '#/components/schemas/ResourceCard',
    });
    const { responses } = document.components as { responses: Record<string, Answer> };
    expect(schemaOf(responses['OrderDetail'])).toEqual({ $ref: '#/components/schemas/OrderDetail' });
  });

  test('describe formats, integers and null in the shortest way', () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/"format":"(uuid|date|date-time)","pattern"/);
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(text).not.toContain('{"anyOf":[{"type":"string"},{"type":"null"}]}');
    expect(schemas()['OrderSummary']?.properties).toMatchObject({
      id: { type: 'string', format: 'uuid' },
      until: { type: ['string', 'null'], format: 'date-time' },
    });
  });

  test('replace every object and enumeration that occurs more than once', () => {
    const seen = new Map<string, number>();
    JSON.stringify([document.paths, schemas()], (key, value: Schema | undefined) => {
      const isSchema = value?.type === 'object' || Array.isArray(value?.enum) || value?.pattern !== undefined;
      if (key === 'default' || key === 'example' || !isSchema) return value;
      const { description: _, default: __, ...shared } = value;
      const text = JSON.stringify(shared);
      if (text.length >= 60) seen.set(text, (seen.get(text) ?? 0) + 1);
      return value;
    });
    expect([...seen].filter(([, count]) => count > 1)).toEqual([]);
  });

  test('include frequent parameters', () => {
    const { parameters } = document.components as { parameters: Record<string, { name: string }> };
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(['Page', 'Limit', 'Id']));
  });

  test('include equal parameters, bodies and answers', () => {
    const { requestBodies, responses } = document.components as Record<string, Record<string, unknown>>;
    expect(Object.keys(requestBodies ?? {})).toEqual(expect.arrayContaining(['EventInput', 'ReportInput']));
    expect(Object.keys(responses ?? {})).toEqual(
      expect.arrayContaining(['OrderDetail', 'TenderDetailCreated', 'ServiceCardList', 'CsvFile']),
    );
    const { requestBody, responses: answers } = document.paths?.['/api/orders/{id}/accept']?.['post'] ?? {};
    expect(requestBody).toEqual({ $ref: '#/components/requestBodies/EventInput' });
    expect(answers?.['200']).toEqual({ $ref: '#/components/responses/OrderDetail' });
    const written = new Map<string, number>();
    const note = (part: object) => {
      const text = JSON.stringify(part);
      if (text.length > 90) written.set(text, (written.get(text) ?? 0) + 1);
    };
    for (const { operation } of operationsOf(document)) {
      operation.parameters?.forEach(note);
      Object.values(operation.responses).forEach(note);
    }
    expect([...written].filter(([, count]) => count > 2)).toEqual([]);
  });

  test('include errors by status with the codes that every room has; those of a room are told by its tag', () => {
    const { responses = {} } = document.components as { responses?: Record<string, Answer> };
    const conflict = document.paths?.['/api/orders/{id}/payments']?.['post']?.responses['409'];
    expect(conflict).toEqual({ $ref: '#/components/responses/Conflict' });
    expect(responses['Conflict']).toEqual({
      description: expect.stringContaining(`\`${platformErrors.conflict.code}\``),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: expect.objectContaining({ code: 'conflict' }),
        },
      },
    });
    const tags = document['tags'] as { name: string; description: string }[];
    const told = tags.find(({ name }) => name === 'orders')?.description.split('\n') ?? [];
    for (const { code, status } of Object.values(ordersErrors))
      expect(told.find((line) => line.startsWith(`- ${status}: `))).toContain(`\`${code}\``);
    expect(responses['NotSignedIn']?.content?.['application/json']?.example).toMatchObject({
      code: 'not_signed_in',
      message: expect.stringMatching(/./),
    });
  });

  test('include the session cookie', () => {
    expect(document.components?.['securitySchemes']).toEqual({
      session: expect.objectContaining({ type: 'apiKey', in: 'cookie', name: 'gongbang.session' }),
    });
  });
});

test('files, pictures and events have their media types, and their errors are JSON', () => {
  const typesOf = (path: string, method: string, status: string) =>
    Object.keys(dereferenced(document).paths?.[path]?.[method]?.responses[status]?.content ?? {});
  expect(typesOf('/api/admin/users.csv', 'get', '200')).toEqual(['text/csv']);
  expect(typesOf('/api/admin/users.csv', 'get', '403')).toEqual(['application/json']);
  expect(typesOf('/api/images/{id}/{name}', 'get', '200')).toEqual(['image/webp', 'image/avif']);
  const events = ['/api/assistant/conversations/{id}/messages', 'post'] as const;
  expect(typesOf(...events, '200')).toEqual(['text/event-stream']);
  expect(typesOf(...events, '422')).toEqual(['application/json']);
});

test('generated ids are not documented as defaults', () => {
  expect(JSON.stringify(document)).not.toMatch(/"default":"[0-9a-f]{8}-/);
});

test('the most used operations have examples', () => {
  const shown = operationsOf(document).map(({ operation: { operationId, requestBody, responses } }) => {
    const done = Object.entries(responses).find(([status]) => status < '300');
    const exampleOf = (content: Operation['requestBody']) => content?.content?.['application/json']?.example;
    return [operationId, { request: exampleOf(requestBody), response: exampleOf(done?.[1]) }] as const;
  });
  const withExamples = shown.filter(
    ([, { request, response }]) => request !== undefined || response !== undefined,
  );
  expect(Object.fromEntries(withExamples)).toEqual(examples);
  expect(Object.keys(examples)).toEqual(
    expect.arrayContaining([
      'listResources',
      'getResource',
      'listServicesNearby',
      'createQuote',
      'createOrder',
    ]),
  );
});
