import { expect, test } from 'vitest';
import type { Machine } from '#features/services/contract.ts';
import { standardRateCard } from '../rules.ts';
import { examplePrint } from './example-print.ts';

const machine: Machine = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'P1S',
  buildMm: [256, 256, 256],
  stock: [],
  toleranceMm: null,
  layerMm: [0.08, 0.28],
  leadDays: 2,
  queue: 0,
  paused: false,
};
const stock = (...materials: string[]) => materials.map((material) => ({ material, colors: [] }));
const nothing = { machines: [], materials: [], rateCard: null };

test('the default is PLA in the usual layers', () => {
  expect(examplePrint(nothing)).toEqual({ material: 'PLA', infill: 20, layerHeight: 0.2 });
});

test('without machines it uses the service’s own materials', () => {
  expect(examplePrint({ ...nothing, materials: ['PETG', ' pla'] }).material).toBe('PLA');
  expect(examplePrint({ ...nothing, materials: ['나무', 'PETG'] }).material).toBe('PETG');
  expect(examplePrint({ ...nothing, materials: ['나무'] }).material).toBe('나무');
});

test('it uses a machine’s stock and layer heights', () => {
  const fine = { ...machine, stock: stock('Resin'), layerMm: [0.025, 0.1] as [number, number] };
  const coarse = { ...machine, stock: stock('PETG', 'pla '), layerMm: [0.3, 0.6] as [number, number] };
  expect(examplePrint({ ...nothing, machines: [fine], materials: ['PLA'] })).toMatchObject({
    material: 'Resin',
    layerHeight: 0.1,
  });
  expect(examplePrint({ ...nothing, machines: [fine, coarse] })).toMatchObject({
    material: 'PLA',
    layerHeight: 0.3,
  });
  const away = [
    { ...coarse, paused: true },
    { ...coarse, buildMm: [10, 10, 10] as [number, number, number] },
  ];
  expect(examplePrint({ ...nothing, machines: [...away, fine] }).material).toBe('Resin');
});

test('a density of the provider’s own is used', () => {
  const rateCard = {
    ...standardRateCard,
    materials: [{ material: 'Wood', density: 1.1, perTenGrams: null }],
  };
  const machines = [{ ...machine, stock: stock('Stone', 'wood') }];
  expect(examplePrint({ ...nothing, machines, rateCard }).material).toBe('wood');
});

test('a machine without stated materials has those of its service', () => {
  const bare = { ...machine, stock: [], layerMm: [0.3, 0.6] as [number, number] };
  expect(examplePrint({ ...nothing, machines: [bare], materials: ['PETG'] })).toMatchObject({
    material: 'PETG',
    layerHeight: 0.3,
  });
});
