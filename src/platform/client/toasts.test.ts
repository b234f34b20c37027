import { expect, test } from 'vitest';
import { toastMs } from './toasts.tsx';

test('a toast disappears after 3 s', () => {
  expect(toastMs).toBe(3000);
});
