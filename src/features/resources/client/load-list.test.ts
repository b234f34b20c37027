import { expect, test } from 'vitest';
import { listTitle } from './load-list.ts';

test.each([
  [undefined, '전체 자료'],
  ['3d_model', '3D 모델'],
  ['xyz', '‘xyz’ 자료'],
  ['other', '기타'],
  ['x'.repeat(50), `‘${'x'.repeat(40)}’ 자료`],
])('the list of %s is titled %s', (type, title) => {
  expect(listTitle(type)).toBe(title);
});
