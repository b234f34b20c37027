import { expect, test } from 'vitest';
import type { z } from 'zod';
import { fullName } from '#features/accounts/contract.ts';
import { bannerInput } from '#features/ads/contract.ts';
import { proposalInput } from '#features/assistant/contract.ts';
import { createInput as lotInput } from '#features/auctions/contract.ts';
import { channelInput, messageInput } from '#features/community/contract.ts';
import { newsInput } from '#features/notifications/contract.ts';
import { address } from '#features/orders/contract.ts';
import { refundAccountInput } from '#features/payments/contract.ts';
import { resourceFields } from '#features/resources/contract.ts';
import { serviceFields } from '#features/services/contract.ts';
import { machine } from '#features/services/workshop.ts';
import { collectionInput } from '#features/social/contract.ts';
import { volunteerInput } from '#features/support/contract.ts';
import { tenderInput } from '#features/tenders/contract.ts';
import { bankAccountInput } from '#features/verification/contract.ts';

const needed: [string, z.ZodType][] = [
  ['a person', fullName],
  ['a resource', resourceFields.shape.title],
  ['a service', serviceFields.shape.title],
  ['a lot', lotInput.shape.title],
  ['a tender', tenderInput.shape.title],
  ['a collection', collectionInput.shape.title],
  ['a channel', channelInput.shape.name],
  ['a question', messageInput.shape.title],
  ['a machine', machine.shape.name],
  ['a banner', bannerInput.shape.title],
  ['news', newsInput.shape.words.shape.ko.shape.title],
  ['a recipient', address.shape.name],
  ['the holder of an account', bankAccountInput.shape.holder],
  ['the holder of an account for refunds', refundAccountInput.shape.holder],
];
const optional: [string, z.ZodType][] = [
  ['an author', resourceFields.shape.author],
  ['a subcategory', resourceFields.shape.subcategory],
  ['a printer', serviceFields.shape.printerModel],
  ['a step that is proposed', proposalInput.shape.title],
];
const hiding = '\u202E공방\u200B의 \u3164ガ'.normalize('NFD');
const plain = '공방의 ガ';

test.each([...needed, ...optional])('the name of %s is stored as it is seen', (_, schema) => {
  const parsed = schema.parse(hiding);
  expect(typeof parsed === 'string' ? parsed : (parsed as { ko: string }).ko).toBe(plain);
});

test.each(needed)('the name of %s shows something', (_, schema) => {
  for (const blank of ['\u3164', '\u200B', '\u2800 \u2800', '\u202E', '　'])
    expect(schema.safeParse(blank).success).toBe(false);
});

test('tags are stored as they are seen, and blank ones are left out', () => {
  const typed = [`#${hiding}`, '\u3164', plain];
  expect(resourceFields.shape.tags.parse(typed)).toEqual([plain]);
  expect(serviceFields.shape.tags.parse(typed)).toEqual([plain]);
  expect(volunteerInput.shape.tags.parse(typed)).toEqual([plain]);
  expect(messageInput.shape.tags.parse(typed)).toEqual([plain.replace(' ', '-')]);
});
