import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dereferenced } from '#app/test-api-document.ts';
import {
  nameKeyword,
  withComponents,
  type Document,
  type Operation,
  type Schema,
} from './openapi-components.ts';

type Call = Partial<Operation> & { answer?: Schema; body?: Schema };

/** A document with these calls, by operation id. */
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
  test('that occurs twice is one component, which both refer to', () => {
    const document = documentOf({
      getA: { answer: object({ owner: person }) },
      getB: { answer: object({ owner: person, other: text }) },
    });
    expect(schemasOf(document)).toEqual({ Owner: person });
    expect(answerOf(document, '/getB')).toEqual(
      object({ owner: { $ref: '#/components/schemas/Owner' }, other: text }),
    );
  });

  test('that is only in one other that occurs twice stays in it', () => {
    const document = documentOf({
      getA: { answer: object({ whole: object({ owner: person }) }) },
      getB: { answer: object({ whole: object({ owner: person }), other: text }) },
    });
    expect(Object.keys(schemasOf(document))).toEqual(['Whole']);
  });

  test('that is small is told where it stands', () => {
    expect(schemasOf(documentOf({ getA: { answer: text }, getB: { answer: text } }))).toEqual({});
  });

  test('keeps what is said of it in one place apart', () => {
    const document = documentOf({
      getA: { answer: object({ owner: { ...person, description: 'Who made it.' } }) },
      getB: { answer: object({ owner: person, other: text }) },
    });
    expect(answerOf(document, '/getA')).toEqual(
      object({ owner: { $ref: '#/components/schemas/Owner', description: 'Who made it.' } }),
    );
  });

  test('that may be null, or stands in a list, is the component; the list and the choice are not', () => {
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

describe('a component is called', () => {
  test('as its room exports it, even where it occurs once', () => {
    expect(schemasOf(documentOf({ getA: { answer: called('things/Thing', person) } }))).toEqual({
      Thing: person,
    });
  });

  test('with the room where another room has the name', () => {
    const other = object({ id: text, title: text, description: text });
    const document = documentOf({
      getA: { answer: called('things/Card', person) },
      getB: { answer: called('lots/Card', other), tags: ['lots'] },
    });
    expect(Object.keys(schemasOf(document))).toEqual(['Card', 'LotsCard']);
  });

  test('with Input where the same is sent in another form', () => {
    const sent = { ...person, required: ['id'] };
    const document = documentOf({
      changeA: { body: called('things/Thing', sent), answer: called('things/Thing', person) },
    });
    expect(schemasOf(document)).toEqual({ Thing: person, ThingInput: sent });
  });

  test('by its format, else by the field, else by what is around it and the field, else by its call', () => {
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

test('a schema that mostly is not what one room calls it is called by what it is', () => {
  const document = documentOf({
    getA: { answer: called('lots/LotOwner', person) },
    getB: { answer: object({ owner: person }) },
    getC: { answer: object({ owner: person, other: text }) },
  });
  expect(Object.keys(schemasOf(document))).toEqual(['Owner']);
});

test('a parameter that three calls take is a component; of several forms, the one that most take', () => {
  const page = { in: 'query', name: 'page', schema: { type: 'integer', minimum: 1 } };
  const other = { in: 'query', name: 'page', schema: { type: 'integer', minimum: 0 } };
  const taking = { parameters: [page] };
  const document = documentOf({ a: taking, b: taking, c: taking, d: { parameters: [other] } });
  const { components, paths } = withComponents(document);
  expect(components?.['parameters']).toEqual({ Page: page });
  expect(paths?.['/a']?.['get']?.parameters).toEqual([{ $ref: '#/components/parameters/Page' }]);
  expect(paths?.['/d']?.['get']?.parameters).toEqual([other]);
});

/** Few names and shapes, so that many schemas are the same. */
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

test('whatever the schemas are, the document says the same, with names that differ', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anySchema, anySchema), { minLength: 1, maxLength: 8 }), (pairs) => {
      const document = documentOf(
        Object.fromEntries(pairs.map(([answer, body], at) => [`call${at}`, { answer, body }])),
      );
      const made = withComponents(document);
      expect(dereferenced(made).paths).toEqual(withoutNameKeyword(document.paths));
      expect(withComponents(document)).toEqual(made);
      for (const name of Object.keys(made.components?.schemas ?? {}))
        expect(name).toMatch(/^[A-Z][a-zA-Z0-9]*$/);
    }),
  );
});
