import { strFromU8 } from 'fflate';
import { decodeText } from '../decode-text.ts';
import {
  BoardError,
  boardLimits,
  drawBoard,
  type DrawnBoard,
  type LayerRole,
  type LayerShapes,
} from './board.ts';
import { readDrill } from './drill.ts';
import { readGerber } from './gerber.ts';
import { readKicadBoard } from './kicad.ts';

/** Endings that programs give to the layers of a board. */
const endings: Record<string, LayerRole> = {
  gtl: 'top_copper',
  gbl: 'bottom_copper',
  gts: 'top_mask',
  gbs: 'bottom_mask',
  gto: 'top_silk',
  gbo: 'bottom_silk',
  gko: 'outline',
  gm1: 'outline',
  gml: 'outline',
  drl: 'drill',
  xln: 'drill',
  gbr: 'other',
  ger: 'other',
  g2: 'inner_copper',
  g3: 'inner_copper',
};
/** Names of layers whose ending says nothing, as KiCad writes them. */
const names: [RegExp, LayerRole][] = [
  [/F[._]Cu/i, 'top_copper'],
  [/B[._]Cu/i, 'bottom_copper'],
  [/In\d{1,2}[._]Cu/i, 'inner_copper'],
  [/F[._]Mask/i, 'top_mask'],
  [/B[._]Mask/i, 'bottom_mask'],
  [/F[._]Silk/i, 'top_silk'],
  [/B[._]Silk/i, 'bottom_silk'],
  [/Edge[._]Cuts|outline|profile/i, 'outline'],
];

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

export type BoardFile = { name: string; bytes: Uint8Array };

/** Reads a board of KiCad, or the layers of one, and draws each layer. */
export function readBoard(files: readonly BoardFile[]): DrawnBoard {
  if (files.length > boardLimits.layers) throw new BoardError('too_complex');
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > boardLimits.bytes)
    throw new BoardError('too_large');
  return drawBoard(
    files.flatMap(({ name, bytes }) =>
      endingOf(name) === 'kicad_pcb' ? readKicadBoard(decodeText(bytes)) : readLayer(name, bytes),
    ),
  );
}

function readLayer(path: string, bytes: Uint8Array): LayerShapes {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const text = strFromU8(bytes, true);
  const isDrill = endings[endingOf(name)] === 'drill';
  const shapes = isDrill ? readDrill(text) : readGerber(text);
  return { name, role: roleOf(name, text), shapes };
}

/** Newer files say themselves what they are for. */
function roleOf(name: string, text: string): LayerRole {
  const said = /TF\.FileFunction,(\w{1,40})(?:,([\w,.]{1,60}))?/.exec(text.slice(0, 10_000));
  const isTop = /Top/.test(said?.[2] ?? '');
  switch (said?.[1]) {
    case 'Copper':
      return isTop ? 'top_copper' : /Bot/.test(said?.[2] ?? '') ? 'bottom_copper' : 'inner_copper';
    case 'Soldermask':
      return isTop ? 'top_mask' : 'bottom_mask';
    case 'Legend':
      return isTop ? 'top_silk' : 'bottom_silk';
    case 'Profile':
      return 'outline';
    case 'Plated':
    case 'NonPlated':
      return 'drill';
  }
  const named = names.find(([pattern]) => pattern.test(name));
  return named?.[1] ?? endings[endingOf(name)] ?? 'other';
}
