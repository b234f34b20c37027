import type { PaletteName } from '../draw/palettes.ts';
import { renderScene } from '../draw/render.ts';
import type { SceneItem } from '../draw/scene.ts';
import { boardItems, topSide } from '../hardware/board-picture.ts';
import type { Board } from '../hardware/board.ts';
import { bomCsv, gerbers, netlist, partsOf } from '../hardware/outputs.ts';
import { schematic } from '../hardware/schematic.ts';
import { boardStand } from '../models/fixings.ts';
import type { DemoFile, DemoPicture, DemoResource, DemoStep, Words } from '../types.ts';
import { drawn, pdfFile, rendered, type SceneOptions, stl, svgFile, textFile, zipFile } from './make.ts';

export type BoardText = Omit<
  DemoResource,
  'category' | 'files' | 'pictures' | 'billOfMaterials' | 'assemblyInstructions'
> & {
  board: Board;
  palette: PaletteName;
  sketch?: string;
  /** Steps with `kinds` show the parts added so far, including those of previous steps. */
  steps: (DemoStep & { kinds?: Board['parts'][number]['kind'][] })[];
  /** Shop links of parts, by part number. */
  links?: Record<string, string>;
  view?: SceneOptions;
  beside?: () => SceneItem[];
  /** Adds a printable stand. */
  hasStand?: boolean;
  /** Also shows the circuit diagram, and the bare board. */
  showSchematic?: boolean;
  showBare?: boolean;
};

const stepView = { azimuth: -20, elevation: 52, fill: 0.86, ground: 'mat' } as const;

export function boardResource(text: BoardText): DemoResource {
  const { board, palette, sketch, steps, view, beside, showSchematic, showBare, links, hasStand, ...rest } =
    text;
  const files: DemoFile[] = [
    pdfFile(`${board.name}-schematic`, board.title, 0.75, () => [schematic(board)]),
    svgFile(`${board.name}-schematic`, () => schematic(board)),
    zipFile(`${board.name}-gerber`, () => gerbers(board)),
    textFile(`${board.name}-bom.csv`, () => bomCsv(board)),
    textFile(`${board.name}.net`, () => netlist(board)),
    svgFile(`${board.name}-top`, () => topSide(board, 10)),
    ...(hasStand ? [stl(`${board.name}-stand`, () => boardStand(board))] : []),
    ...(sketch ? [textFile(`${board.name}.ino`, () => sketch)] : []),
  ];
  const alt = (ko: string, en: string, ja: string): Words => ({
    ko: `${board.title} ${ko}`,
    en: `${board.title}, ${en}`,
    ja: `${board.title} ${ja}`,
  });
  const pictures: DemoPicture[] = [
    rendered(
      alt('조립한 모습', 'assembled', '組み立てた基板'),
      palette,
      async () => [...(await boardItems(board)), ...(beside?.() ?? [])],
      { azimuth: -24, elevation: 44, fill: 0.82, ...view },
    ),
    ...(showBare
      ? [
          rendered(
            alt('빈 기판', 'bare board', '部品なしの基板'),
            palette,
            async () => await boardItems(board, 0, 0, false),
            { azimuth: 16, elevation: 58, fill: 0.78, ground: 'mat' },
          ),
        ]
      : []),
    ...(showSchematic
      ? [drawn(alt('회로도', 'schematic', '回路図'), () => schematic(board).fitted(1200, 900))]
      : []),
  ];
  return {
    ...rest,
    category: 'hardware_design',
    files,
    pictures,
    billOfMaterials: partsOf(board).map((part) => {
      const url = links?.[part.partNumber ?? part.name];
      return url === undefined ? part : { ...part, url };
    }),
    assemblyInstructions: steps.map(({ kinds, ...step }, index) => {
      if (!kinds) return step;
      const placed = new Set(steps.slice(0, index + 1).flatMap((each) => each.kinds ?? []));
      const items = () => boardItems(board, 0, 0, (part) => placed.has(part.kind));
      return { ...step, picture: async () => renderScene({ palette, items: await items(), ...stepView }) };
    }),
  };
}
