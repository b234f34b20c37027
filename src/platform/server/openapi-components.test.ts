import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dereferenced } from '#app/test-api-document.ts';
import {
  nameKeyword,
  withComponents,
  withSharedParts,
  type Document,
  type Operation,
  type Schema,
} from './openapi-components.ts';

type Call = Partial<Operation> & { answer?: Schema; body?: Schema };

/** Builds a document with these operations. */
function documentOf(calls: Record<string, Call>): Document {
  const paths = Object.entries(calls).map(([operationId, { answer, body, ...more }]) => {
    const operation: Operation = {
      operationId,
      tags: ['things'],
      ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
      responses: {
        200: { description: 'Done.', content: answer ? { 'application/json': { schema: answer } } : {} },
      },
      ...more,
    };
    return [`/${operationId}`, { get: operation }];
  });
  return { paths: Object.fromEntries(paths) as NonNullable<Document['paths']>, components: {} };
}

const text: Schema = { type: 'string' };
const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const called = (name: string, schema: Schema): Schema => ({ ...schema, [nameKeyword]: name });
const person = object({ id: text, username: text, fullName: text });
const schemasOf = (document: Document) => withComponents(document).components?.schemas ?? {};
const answerOf = (document: Document, path: string) =>
  withComponents(document).paths?.[path]?.['get']?.responses['200']?.content?.['application/json']?.schema;

describe('a schema', () => {
  test('that occurs twice becomes one component', () => {
    const document = documentOf({
      getA: { answer: object({ owner: person }) },
      getB: { answer: object({ owner: person, other: text }) },
    });
    expect(schemasOf(document)).toEqual({ Owner: person });
    expect(answerOf(document, '/getB')).toEqual(
      object({ owner: { $ref: '#/components/schemas/Owner' }, other: text }),
    );
  });

  test('that occurs only inside a repeated schema stays inside it', () => {
    const document = documentOf({
      getA: { answer: object({ whole: object({ owner: person }) }) },
      getB: { answer: object({ whole: object({ owner: person }), other: text }) },
    });
    expect(Object.keys(schemasOf(document))).toEqual(['Whole']);
  });

  test('that is short stays inline', () => {
    expect(schemasOf(documentOf({ getA: { answer: text }, getB: { answer: text } }))).toEqual({});
  });

  test('keeps the description of each place', () => {
    const document = documentOf({
      getA: { answer: object({ owner: { ...person, description: 'Who made it.' } }) },
      getB: { answer: object({ owner: person, other: text }) },
    });
    expect(answerOf(document, '/getA')).toEqual(
      object({ owner: { $ref: '#/components/schemas/Owner', description: 'Who made it.' } }),
    );
  });

  test('is shared without its list or nullable wrapper', () => {
    const list: Schema = { type: 'array', items: person };
    const nullable: Schema = { anyOf: [person, { type: 'null' }] };
    const document = documentOf({
      getA: { answer: list },
      getB: { answer: list },
      getC: { answer: nullable },
    });
    expect(Object.values(schemasOf(document))).toEqual([person]);
  });
});

describe('a component is named', () => {
  test('as its room exports it, even if it occurs once', () => {
    expect(schemasOf(documentOf({ getA: { answer: called('things/Thing', person) } }))).toEqual({
      Thing: person,
    });
  });

  test('with the room as a prefix if another room has the name', () => {
    const other = object({ id: text, title: text, description: text });
    const document = documentOf({
      getA: { answer: called('things/Card', person) },
      getB: { answer: called('lots/Card', other), tags: ['lots'] },
    });
    expect(Object.keys(schemasOf(document))).toEqual(['Card', 'LotsCard']);
  });

  test('with Input if requests have another form', () => {
    const sent = { ...person, required: ['id'] };
    const document = documentOf({
      changeA: { body: called('things/Thing', sent), answer: called('things/Thing', person) },
    });
    expect(schemasOf(document)).toEqual({ Thing: person, ThingInput: sent });
  });

  test('by its format, its property, its container and the property, or its operation', () => {
    const pattern = `^${'[0-9a-f]'.repeat(10)}$`;
    const id: Schema = { type: 'string', format: 'uuid', pattern };
    const other = object({ title: text, description: text, language: text });
    const document = documentOf({
      getA: { answer: object({ a: id, b: id, buyer: person, seller: person, note: other }) },
      getB: { answer: person },
      getC: { answer: other },
    });
    expect(Object.keys(schemasOf(document))).toEqual(['GetABuyer', 'Note', 'Uuid']);
  });
});

test('an exported name is not used if most occurrences do not carry it', () => {
  const document = documentOf({
    getA: { answer: called('lots/LotOwner', person) },
    getB: { answer: object({ owner: person }) },
    getC: { answer: object({ owner: person, other: text }) },
  });
  expect(Object.keys(schemasOf(document))).toEqual(['Owner']);
});

describe('a part that occurs several times becomes a component', () => {
  const page = { in: 'query', name: 'page', schema: { type: 'integer', minimum: 1, maximum: 1000 } };
  const answer = (schema: Schema, description = 'OK') => ({
    responses: { 200: { description, content: { 'application/json': { schema } } } },
  });
  const thing = { $ref: '#/components/schemas/Thing' };

  test('such as a parameter; other forms of it are named after what they are', () => {
    const later = { ...page, schema: { ...page.schema, default: 2 } };
    const token = { in: 'query', name: 'page', schema: { type: 'string', minLength: 1, maxLength: 1000 } };
    const forms = [page, page, page, later, later, later, token, token, token];
    const calls = forms.map((parameter, at) => [`call${at}`, { parameters: [parameter] }]);
    const { components, paths } = withSharedParts(documentOf(Object.fromEntries(calls)));
    expect(components?.['parameters']).toEqual({ Page: page, Page2: later, PageText: token });
    expect(paths?.['/call0']?.['get']?.parameters).toEqual([{ $ref: '#/components/parameters/Page' }]);
  });

  test('such as an answer, with what happened where another has its name', () => {
    const calls = ['OK', 'OK', 'OK', 'Created', 'Created', 'Created'].map(
      (description, at) => [`call${at}`, answer(thing, description)] as const,
    );
    const list = answer({ type: 'array', items: thing });
    const { components, paths } = withSharedParts(
      documentOf({ ...Object.fromEntries(calls), listA: list, listB: list, listC: list }),
    );
    expect(components?.['responses']).toEqual({
      Thing: answer(thing).responses[200],
      ThingCreated: answer(thing, 'Created').responses[200],
      ThingList: list.responses[200],
    });
    expect(paths?.['/call3']?.['get']?.responses['200']).toEqual({
      $ref: '#/components/responses/ThingCreated',
    });
  });

  test('unless a reference would be longer, or nothing gives it a name', () => {
    const short = { in: 'query', name: 'page', schema: {} };
    const inline = answer({ type: 'object', properties: { id: text, title: text, language: text } });
    const call = { parameters: [short], ...inline };
    const { components } = withSharedParts(documentOf({ a: call, b: call, c: call }));
    expect(components).toMatchObject({ parameters: {}, responses: {} });
  });

  test('without taking a name that is there already', () => {
    const document = documentOf({ a: answer(thing), b: answer(thing), c: answer(thing) });
    const given = { description: 'Another thing', content: {} };
    const made = withSharedParts({ ...document, components: { responses: { Thing: given } } });
    expect(made.components?.['responses']).toEqual({ Thing: given, ThingOK: answer(thing).responses[200] });
  });
});

/** Generates few names and shapes, so that many schemas are equal. */
const anySchema = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Schema>(
      text,
      { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991 },
      { type: 'string', enum: ['a quite long choice', 'another long choice', 'the last one of them'] },
    ),
    fc
      .dictionary(
        fc.constantFrom('id', 'items', 'owner', 'default', 'properties', 'description'),
        tie('schema'),
      )
      .map(object),
    tie('schema').map((items) => ({ type: 'array', items })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc
      .tuple(tie('schema'), fc.constantFrom('One.', 'Two.'))
      .map(([schema, description]) => ({ ...schema, description })),
    fc
      .tuple(tie('schema'), fc.constantFrom('things/Thing', 'lots/Thing'))
      .map(([schema, name]) => called(name, schema)),
  ),
})).schema;
const withoutNameKeyword = (value: unknown) =>
  JSON.parse(JSON.stringify(value), function (this: unknown, key, part: unknown) {
    return key === nameKeyword ? undefined : part;
  }) as unknown;

test('the dereferenced result equals the input, and names are valid', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anySchema, anySchema), { minLength: 1, maxLength: 8 }), (pairs) => {
      const document = documentOf(
        Object.fromEntries(pairs.map(([answer, body], at) => [`call${at}`, { answer, body }])),
      );
      const made = withSharedParts(withComponents(document));
      expect(dereferenced(made).paths).toEqual(withoutNameKeyword(document.paths));
      expect(withSharedParts(withComponents(document))).toEqual(made);
      for (const name of Object.keys(made.components?.schemas ?? {}))
        expect(name).toMatch(/^[A-Z][a-zA-Z0-9]*$/);
    }),
  );
});
