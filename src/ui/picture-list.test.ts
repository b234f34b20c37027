import { expect, test } from 'vitest';
import { withoutUnreadable, withSaved, type Shown } from './picture-list.ts';

const file = (name: string) => new File([name], name, { lastModified: 1 });
const chosen = (name: string): Shown => ({ key: name, url: `blob:${name}`, file: file(name) });
const stored: Shown = { key: 'old', url: '/api/images/old/480.webp', id: 'old' };

test('pictures that were saved have ids and no files any more; what was chosen meanwhile is still to be sent', () => {
  const before = [chosen('c.png'), stored, chosen('a.png'), chosen('b.png')];
  const sent = { files: [file('a.png'), file('b.png')], order: ['new', 'old', 'new'] };
  expect(withSaved(before, sent, [{ id: 'a' }, { id: 'old' }, { id: 'b' }])).toEqual([
    chosen('c.png'),
    stored,
    { key: 'a.png', url: 'blob:a.png', id: 'a' },
    { key: 'b.png', url: 'blob:b.png', id: 'b' },
  ]);
});

test('the same picture twice is two, of which only the one that was sent is saved', () => {
  const [one, two] = [chosen('a.png'), { ...chosen('a.png'), key: 'again' }];
  const next = withSaved([one, two], { files: [file('a.png')], order: ['new'] }, [{ id: 'a' }]);
  expect(next).toEqual([{ key: 'a.png', url: 'blob:a.png', id: 'a' }, two]);
});

test('a draft that was saved without its pictures leaves them to be sent', () => {
  expect(withSaved([chosen('a.png')], { files: [], order: [] }, [])).toEqual([chosen('a.png')]);
});

test('what is stored stays when its bytes do not come, and what was chosen and is no picture goes', () => {
  const pictures = [stored, chosen('a.png')];
  expect(withoutUnreadable(pictures, 'old')).toBeNull();
  expect(withoutUnreadable(pictures, 'a.png')).toEqual([stored]);
  expect(withoutUnreadable(pictures, 'gone')).toBeNull();
});
