import { expect, test } from 'vitest';
import { requestInstead } from './request-instead.ts';

const order = {
  id: 'x',
  title: '드론',
  description: '',
  quantity: 5,
  parts: [],
  files: [{ sha256: 'a' }],
  rights: [{ pieces: 1 }],
};

test('a request in place of an order of parts is for its things, and names pieces, materials and colours', () => {
  const parts = [
    { name: '바닥판.stl', quantity: 1, material: 'PLA', color: '빨강' },
    { name: '다리.stl', quantity: 4, material: 'PLA' },
  ];
  expect(requestInstead({ ...order, parts }, ['s'])).toEqual({
    fields: {
      title: '드론',
      description: '드론\n\n바닥판.stl × 1\n다리.stl × 4',
      quantity: '1',
      material: 'PLA',
      colour: '빨강',
    },
    serviceIds: ['s'],
    instead: { orderId: 'x', fileHashes: ['a'] },
  });
});

test('a request in place of another order is for as many as the order was', () => {
  const { fields } = requestInstead({ ...order, description: '말로 적은 것' }, []);
  expect(fields).toMatchObject({ description: '말로 적은 것', quantity: '5', material: '', colour: '' });
});
