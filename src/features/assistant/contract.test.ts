import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './contract.ts';
import { safetyCards } from './rules.ts';

const schemas = Object.entries(contract).flatMap(([name, value]) =>
  value instanceof z.ZodType ? [[name, value] as const] : [],
);

test.each(schemas)('%s can be told to callers outside', (_name, schema) => {
  expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('$schema');
});

describe('what is asked for', () => {
  test('begins with one thing, or with nothing', () => {
    const id = '01890000-0000-7000-8000-000000000000';
    expect(contract.conversationInput.safeParse({}).success).toBe(true);
    expect(contract.conversationInput.safeParse({ resourceId: id }).success).toBe(true);
    expect(contract.conversationInput.safeParse({ resourceId: id, documentId: id }).success).toBe(false);
  });

  test('a proposal changes a step that is counted from 1', () => {
    expect(contract.proposalInput.safeParse({ step: 0, text: 'x' }).success).toBe(false);
    expect(contract.proposalInput.parse({ step: 1, text: ' x ' })).toMatchObject({ text: 'x', reason: '' });
  });
});

test('every danger is one that messages may carry', () => {
  expect(contract.message.shape.safety.element.options).toEqual([...safetyCards]);
});
