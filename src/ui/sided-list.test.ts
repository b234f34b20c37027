import { expect, test } from 'vitest';
import { sideIn } from './sided-list.tsx';

const sides = ['received', 'sent'] as const;

test.each([
  [{}, { side: 'received', page: 1 }],
  [
    { side: 'sent', page: 3 },
    { side: 'sent', page: 3 },
  ],
  [
    { side: 'sent', page: '2' },
    { side: 'sent', page: 2 },
  ],
  [
    { side: 'others', page: 0 },
    { side: 'received', page: 1 },
  ],
  [{ page: 'x' }, { side: 'received', page: 1 }],
  [{ page: 1.5 }, { side: 'received', page: 1 }],
  [{ page: 1e12 }, { side: 'received', page: 1 }],
])('%o requests %o', (search, asked) => {
  expect(sideIn(search, sides)).toEqual(asked);
});

test('the address may use other names for the sides', () => {
  expect(sideIn({ role: 'sent', side: 'received' }, sides, 'role').side).toBe('sent');
});
