import { expect, test } from 'vitest';
import { withoutUnreadable, withSaved, type Shown } from './picture-list.ts';

const file = (name: string) => new File([name], name, { lastModified: 1 });
const chosen = (name: string): Shown => ({ key: name, url: `blob:${name}`, file: file(name) });
const stored: Shown = { key: 'old', url: '/api/images/old/480.webp', id: 'old' };

test('saved pictures get ids and lose their files; pictures chosen meanwhile are still to be uploaded', () => {
  const before = [chosen('c.png'), stored, chosen('a.png'), chosen('b.png')];
  const sent = { files: [file('a.png'), file('b.png')], order: ['new', 'old', 'new'] };
  expect(withSaved(before, sent, [{ id: 'a' }, { id: 'old' }, { id: 'b' }])).toEqual([
    chosen('c.png'),
    stored,
    { key: 'a.png', url: 'blob:a.png', id: 'a' },
    { key: 'b.png', url: 'blob:b.png', id: 'b' },
  ]);
});

test('the same picture chosen twice counts as two, of which only the uploaded one is saved', () => {
  const [one, two] = [chosen('a.png'), { ...chosen('a.png'), key: 'again' }];
  const next = withSaved([one, two], { files: [file('a.png')], order: ['new'] }, [{ id: 'a' }]);
  expect(next).toEqual([{ key: 'a.png', url: 'blob:a.png', id: 'a' }, two]);
});

test('a draft saved without its pictures leaves them to be uploaded', () => {
  expect(withSaved([chosen('a.png')], { files: [], order: [] }, [])).toEqual([chosen('a.png')]);
});

test('a stored picture that fails to load stays, and a chosen file that is no picture is removed', () => {
  const pictures = [stored, chosen('a.png')];
  expect(withoutUnreadable(pictures, 'old')).toBeNull();
  expect(withoutUnreadable(pictures, 'a.png')).toEqual([stored]);
  expect(withoutUnreadable(pictures, 'gone')).toBeNull();
});
