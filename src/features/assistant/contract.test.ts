import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './contract.ts';
import { safetyCards } from './rules.ts';

const schemas = Object.entries(contract).flatMap(([name, value]) =>
  value instanceof z.ZodType ? [[name, value] as const] : [],
);

test.each(schemas)('%s can be described in the API document', (_name, schema) => {
  expect(z.toJSONSchema(schema, { io: 'input' })).toHaveProperty('$schema');
});

describe('input', () => {
  test('may start with one subject, or with none', () => {
    const id = '01890000-0000-7000-8000-000000000000';
    expect(contract.conversationInput.safeParse({}).success).toBe(true);
    expect(contract.conversationInput.safeParse({ resourceId: id }).success).toBe(true);
    expect(contract.conversationInput.safeParse({ resourceId: id, documentId: id }).success).toBe(false);
  });

  test('of a proposal names a step counted from 1', () => {
    expect(contract.proposalInput.safeParse({ step: 0, text: 'x' }).success).toBe(false);
    expect(contract.proposalInput.parse({ step: 1, text: ' x ' })).toMatchObject({ text: 'x', reason: '' });
  });
});

test('messages can contain every safety warning', () => {
  expect(contract.message.shape.safety.element.options).toEqual([...safetyCards]);
});
