import {
  defaultInfill,
  defaultLayerHeight,
  densityOf,
  isSame,
  standardRateCard,
  stockOf,
  type Print,
  type Printer,
} from '../rules.ts';
import { footprintOn } from '../packing.ts';
import { defaultMaterial } from '../tested.ts';

export const sideMm = 20;
export const cube = {
  sizeMm: [sideMm, sideMm, sideMm],
  volumeMm3: sideMm ** 3,
  areaMm2: 6 * sideMm ** 2,
} as const;

/** Returns a print that this provider can make: PLA in the usual layers if possible, else the nearest to it. */
export function examplePrint({
  machines,
  materials,
  rateCard,
}: Pick<Printer, 'machines' | 'materials' | 'rateCard'>): Omit<Print, 'quantity'> {
  const able = machines.filter(({ paused, buildMm }) => !paused && footprintOn(cube.sizeMm, buildMm));
  const offered =
    machines.length > 0
      ? able.flatMap((machine) =>
          stockOf(machine, materials).map(({ material }) => ({ material, layerMm: machine.layerMm })),
        )
      : materials.map((material) => ({ material, layerMm: null }));
  const usual = ({ material }: { material: string }) => isSame(material, defaultMaterial);
  const weighed = ({ material }: { material: string }) =>
    densityOf(rateCard ?? standardRateCard, material) !== null;
  const chosen = offered.find(usual) ?? offered.find(weighed) ?? offered[0];
  const [thinnest, thickest] = chosen?.layerMm ?? [defaultLayerHeight, defaultLayerHeight];
  return {
    material: chosen && !usual(chosen) ? chosen.material : defaultMaterial,
    infill: defaultInfill,
    layerHeight: Math.min(Math.max(defaultLayerHeight, thinnest), thickest),
  };
}
