import { plaDensity } from './print.ts';

/** Densities in g/cm³. Providers state those of other materials. */
export const densities: Readonly<Record<string, number>> = {
  PLA: plaDensity,
  ABS: 1.04,
  PETG: 1.27,
  TPU: 1.21,
  Nylon: 1.14,
  PC: 1.2,
  PEEK: 1.3,
  PVA: 1.23,
  HIPS: 1.04,
  ASA: 1.07,
  Resin: 1.15,
};

/** Returns the density of a material by its name, by default that of PLA. */
export function usualDensity(material: string): number {
  const name = material.trim().toLowerCase();
  return Object.entries(densities).find(([each]) => each.toLowerCase() === name)?.[1] ?? plaDensity;
}
