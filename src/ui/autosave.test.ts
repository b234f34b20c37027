import { expect, test } from 'vitest';
import { draftOf } from './autosave.tsx';

const needed = ['title', 'category'];

function formOf(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test('a draft is saved without its files, and without fields that wait for the form itself', () => {
  const data = formOf({
    title: '드론 팔',
    category: '3d_model',
    uploads: '["x"]',
    publishAt: '2030-01-01T00:00:00.000Z',
  });
  data.set('image', new File(['x'], 'x.png'));
  expect(Array.from(draftOf(data, { needed, waiting: ['uploads', 'publishAt'] }) ?? [])).toEqual([
    ['title', '드론 팔'],
    ['category', '3d_model'],
    ['state', 'draft'],
  ]);
});

test('nothing is saved without a title and a category', () => {
  expect(draftOf(formOf({ title: ' ', category: '3d_model' }), { needed })).toBeNull();
  expect(draftOf(formOf({ title: '드론 팔', category: '' }), { needed })).toBeNull();
});

test('pictures are saved with the draft, but not an empty file chooser or other files', () => {
  const data = formOf({ title: '드론 팔', category: '3d_model', imageOrder: '["new"]' });
  const photo = new File(['x'], 'x.png');
  data.set('images', photo);
  data.set('sampleImages', new File([], ''));
  data.set('downloadFile', new File(['x'], 'x.stl'));
  const saved = draftOf(data, {
    needed,
    pictures: { images: 'imageOrder', sampleImages: 'sampleImageOrder' },
  });
  expect(Array.from(saved?.keys() ?? [])).toEqual(['title', 'category', 'imageOrder', 'images', 'state']);
});
