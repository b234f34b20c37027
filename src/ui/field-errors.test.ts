import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLeft, withoutErrorOf } from './field-errors.ts';

test('the error of a changed field goes, with those of its parts, and no other', () => {
  const fields = { title: '1', 'tags[2]': '2', 'address.name': '3', price: '4' };
  expect(withoutErrorOf(fields, 'title')).toEqual({ 'tags[2]': '2', 'address.name': '3', price: '4' });
  expect(withoutErrorOf(fields, 'tags')).toEqual({ title: '1', 'address.name': '3', price: '4' });
  expect(withoutErrorOf(fields, 'name')).toEqual({ title: '1', 'tags[2]': '2', price: '4' });
  expect(withoutErrorOf(fields, 'address')).toEqual({ title: '1', 'tags[2]': '2', price: '4' });
});

test('a correction never adds an error, and only what it leaves does not take the focus', () => {
  const name = fc.constantFrom('title', 'tags', 'address', 'name', 'price', '');
  const paths = fc.dictionary(fc.constantFrom('title', 'tags[0]', 'address.name', 'price'), fc.string());
  fc.assert(
    fc.property(paths, name, (made, changed) => {
      const fields = { ...made };
      const rest = withoutErrorOf(fields, changed);
      expect(fields).toMatchObject(rest);
      expect(Object.keys(rest).filter((path) => path === changed && changed !== '')).toEqual([]);
      expect(isLeft(rest)).toBe(rest !== fields);
    }),
  );
});
