import { units, type Unit } from '#platform/shared/models/mesh.ts';
import { defaultInfill, defaultLayerHeight, maxPieces, type Print } from '../rules.ts';

/** Search parameters of the address, which are untrusted. */
export type EstimateSearch = {
  serviceId?: unknown;
  resourceId?: unknown;
  fileId?: unknown;
  unit?: unknown;
  material?: unknown;
  color?: unknown;
  infill?: unknown;
  layer?: unknown;
  quantity?: unknown;
  city?: unknown;
  radius?: unknown;
  sort?: unknown;
};

export const sorts = ['price', 'time', 'distance'] as const;
export type Sort = (typeof sorts)[number];

export type Choices = {
  /** Service whose page links here. */
  serviceId: string | undefined;
  resourceId: string | undefined;
  fileId: string | undefined;
  /** Set only for a file without its own unit. */
  unit: Unit | undefined;
  color: string | undefined;
  city: string | undefined;
  radius: number | undefined;
  sort: Sort;
  print: Print;
};

export const defaultMaterial = 'PLA';
const longestWord = 60;

/** Parses the search parameters; invalid ones count as absent. */
export function readChoices(search: EstimateSearch): Choices {
  return {
    serviceId: word(search.serviceId),
    resourceId: word(search.resourceId),
    fileId: word(search.fileId),
    unit: units.find((unit) => unit === search.unit),
    color: word(search.color),
    city: word(search.city),
    radius: numberWithin(search.radius, 1, 500),
    sort: sorts.find((sort) => sort === search.sort) ?? 'price',
    print: {
      material: word(search.material) ?? defaultMaterial,
      infill: numberWithin(search.infill, 0, 100) ?? defaultInfill,
      layerHeight: numberWithin(search.layer, 0.01, 5) ?? defaultLayerHeight,
      quantity: Math.round(numberWithin(search.quantity, 1, maxPieces) ?? 1),
    },
  };
}

function word(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim().slice(0, longestWord) || undefined;
}

function numberWithin(value: unknown, least: number, most: number): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Number(value);
  return value !== '' && number >= least && number <= most ? number : undefined;
}
