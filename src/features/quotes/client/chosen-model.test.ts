import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { keepModel, keptModel, noteUpload, type ChosenModel } from './chosen-model.ts';

function model(name: string): ChosenModel {
  return { file: new File(['solid'], name), figures: {} as ChosenModel['figures'], uploadId: null };
}

function clientOf(id: string | null) {
  const client = new QueryClient();
  const switchTo = (user: string | null) =>
    client.setQueryData<{ id: string } | null>(
      [...currentUserQuery.queryKey],
      user === null ? null : { id: user },
    );
  switchTo(id);
  return { client, switchTo };
}

test('a guest’s model survives the login and is dropped at the logout', () => {
  const { client, switchTo } = clientOf(null);
  const cube = model('cube.stl');
  keepModel(client, cube);
  switchTo('0197a000-0000-7000-8000-000000000001');
  expect(keptModel()).toBe(cube);
  client.setQueryData(['something else'], 1);
  expect(keptModel()).toBe(cube);
  switchTo(null);
  expect(keptModel()).toBeNull();
});

test('a person never gets another person’s model', () => {
  const { client, switchTo } = clientOf('0197a000-0000-7000-8000-000000000001');
  keepModel(client, model('cube.stl'));
  switchTo('0197a000-0000-7000-8000-000000000002');
  expect(keptModel()).toBeNull();
});

test('an upload id is stored only for its own file', () => {
  const { client } = clientOf(null);
  const [cube, ball] = [model('cube.stl'), model('ball.stl')];
  keepModel(client, cube);
  noteUpload(cube.file, 'a');
  expect(keptModel()).toEqual({ ...cube, uploadId: 'a' });
  keepModel(client, ball);
  noteUpload(cube.file, 'b');
  expect(keptModel()).toBe(ball);
});
