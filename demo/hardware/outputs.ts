import type { DemoPart } from '../types.ts';
import { type Board, bodyOf, turned } from './board.ts';
import { mountingSpots, route, trackWidth } from './router.ts';

const groups = (board: Board): { refs: string[]; part: Board['parts'][number] }[] => {
  const found = new Map<string, { refs: string[]; part: Board['parts'][number] }>();
  for (const part of board.parts) {
    const key = `${part.kind}|${part.value}|${part.color ?? ''}`;
    const group = found.get(key) ?? { refs: [], part };
    group.refs.push(part.ref);
    found.set(key, group);
  }
  return [...found.values()];
};

const kindNames: Record<string, string> = {
  resistor: '저항',
  ceramic: '세라믹 콘덴서',
  electrolytic: '전해 콘덴서',
  led: 'LED 5mm',
  diode: '다이오드',
  button: '택트 스위치',
  transistor: '트랜지스터',
  regulator: '레귤레이터',
  header: '핀 헤더',
  screw: '나사 단자',
  dip: 'DIP IC',
  crystal: '크리스털',
  pot: '반고정 저항',
  buzzer: '부저',
  relay: '릴레이',
  nano: '마이크로컨트롤러 보드',
  xiao: '마이크로컨트롤러 보드',
  oled: 'OLED 디스플레이',
  chip: 'SMD IC',
  smd: '칩 부품 1206',
  smdled: '칩 LED 1206',
  socket: '커넥터',
};

export const partsOf = (board: Board): DemoPart[] => [
  ...groups(board).map(({ refs, part }): DemoPart => ({
    name: `${kindNames[part.kind] ?? part.kind} ${part.value} (${refs.join(', ')})`,
    quantity: refs.length,
    ...(part.partNumber ? { partNumber: part.partNumber } : {}),
    ...(part.substitute ? { substitute: part.substitute } : {}),
    ...(part.priceWon === undefined ? {} : { priceWon: part.priceWon }),
  })),
  { name: `PCB ${board.name} ${board.revision}`, quantity: 1, priceWon: 2500 },
];

const cell = (text: string | number): string => `"${String(text).replaceAll('"', '""')}"`;

export function bomCsv(board: Board): string {
  const rows = groups(board).map(({ refs, part }) =>
    [
      refs.join(' '),
      refs.length,
      kindNames[part.kind] ?? part.kind,
      part.value,
      part.partNumber ?? '',
      part.substitute ?? '',
      part.priceWon ?? '',
      (part.priceWon ?? 0) * refs.length,
    ]
      .map(cell)
      .join(','),
  );
  return `${['부호', '수량', '부품', '값', '부품 번호', '대체품', '단가(원)', '금액(원)'].map(cell).join(',')}\r\n${rows.join('\r\n')}\r\n`;
}

/** Netlist in KiCad's exchange format. */
export function netlist(board: Board): string {
  const components = board.parts.map(
    (part) =>
      `    (comp (ref "${part.ref}")\n      (value "${part.value}")\n      (footprint "Gongbang:${part.kind}${part.pins ?? ''}"))`,
  );
  const nets = Object.entries(board.nets).map(
    ([name, pins], i) =>
      `    (net (code "${i + 1}") (name "${name}")\n${pins
        .map((pin) => {
          const dot = pin.indexOf('.');
          return `      (node (ref "${pin.slice(0, dot)}") (pin "${pin.slice(dot + 1)}"))`;
        })
        .join('\n')})`,
  );
  return `(export (version "E")\n  (design\n    (source "${board.name}.kicad_sch")\n    (tool "Gongbang demo"))\n  (components\n${components.join('\n')})\n  (nets\n${nets.join('\n')}))\n`;
}

const mm = (value: number): string => String(Math.round(value * 1e6));
const head = (board: Board, layer: string): string =>
  `G04 ${board.title} ${board.revision} - ${layer}*\n%FSLAX46Y46*%\n%MOMM*%\n%LPD*%\n`;

function draw(points: [number, number][]): string {
  return points.map(([x, y], i) => `X${mm(x)}Y${mm(y)}D0${i === 0 ? 2 : 1}*\n`).join('');
}

/** Manufacturing files: two copper layers, mask, print, outline and the drill list. */
export function gerbers(board: Board): Record<string, string> {
  const { pads, tracks, vias } = route(board);
  const shapes = new Map<string, number>();
  const aperture = (shape: string): number => {
    const known = shapes.get(shape);
    if (known) return known;
    shapes.set(shape, 20 + shapes.size);
    return 19 + shapes.size;
  };
  const shapeOf = (w: number, h: number, round: boolean, grow: number): string =>
    round ? `C,${(w + grow).toFixed(3)}` : `R,${(w + grow).toFixed(3)}X${(h + grow).toFixed(3)}`;
  const flashes = (top: boolean, grow: number): string =>
    pads
      .filter((pad) => top || pad.drill)
      .map(
        (pad) =>
          `D${aperture(shapeOf(pad.w, pad.h, pad.drill !== undefined && pad.name !== '1', grow))}*\nX${mm(pad.x)}Y${mm(pad.y)}D03*\n`,
      )
      .join('');
  const copper = (layer: 0 | 1, name: string): string => {
    shapes.clear();
    const trackShape = aperture(`C,${trackWidth.toFixed(3)}`);
    const viaShape = aperture('C,0.800');
    let body = `D${trackShape}*\n`;
    for (const track of tracks) if (track.layer === layer) body += draw(track.points);
    body += `D${viaShape}*\n`;
    for (const via of vias) body += `X${mm(via.x)}Y${mm(via.y)}D03*\n`;
    body += flashes(layer === 0, 0);
    return withApertures(head(board, name), body);
  };
  const withApertures = (start: string, body: string): string =>
    `${start}${[...shapes].map(([shape, code]) => `%ADD${code}${shape}*%\n`).join('')}G01*\n${body}M02*\n`;
  const mask = (top: boolean, name: string): string => {
    shapes.clear();
    const body = flashes(top, 0.1);
    return withApertures(head(board, name), body);
  };
  const silk = (): string => {
    shapes.clear();
    let body = `D${aperture('C,0.150')}*\n`;
    for (const part of board.parts) {
      const outline = bodyOf(part);
      const corners: [number, number][] = outline.round
        ? Array.from({ length: 33 }, (_, i): [number, number] => [
            (outline.w / 2) * Math.cos((i / 16) * Math.PI),
            (outline.w / 2) * Math.sin((i / 16) * Math.PI),
          ])
        : [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
            [-1, -1],
          ].map(([x = 0, y = 0]): [number, number] => [
            (x * outline.w) / 2,
            (y * outline.h) / 2 + outline.shiftY,
          ]);
      body += draw(
        corners.map(([x, y]) => {
          const [tx, ty] = turned(x, y, part.rot ?? 0);
          return [part.x + tx, part.y + ty];
        }),
      );
    }
    return withApertures(head(board, 'F.Silkscreen'), body);
  };
  const outline = (): string => {
    shapes.clear();
    const line = `D${aperture('C,0.100')}*\n`;
    const { width: w, height: h } = board;
    return withApertures(
      head(board, 'Edge.Cuts'),
      line +
        draw([
          [0, 0],
          [w, 0],
          [w, h],
          [0, h],
          [0, 0],
        ]),
    );
  };
  const holes = [
    ...pads.filter((pad) => pad.drill).map((pad) => ({ size: pad.drill ?? 1, x: pad.x, y: pad.y })),
    ...vias.map((via) => ({ size: 0.4, x: via.x, y: via.y })),
    ...(board.mounting > 0 ? mountingSpots(board).map(([x, y]) => ({ size: 3.2, x, y })) : []),
  ];
  const sizes = [...new Set(holes.map(({ size }) => size))].toSorted((a, b) => a - b);
  const drill = `M48\n; ${board.title}\nMETRIC,TZ\n${sizes.map((size, i) => `T${i + 1}C${size.toFixed(3)}\n`).join('')}%\nG90\nG05\n${sizes
    .map(
      (size, i) =>
        `T${i + 1}\n${holes
          .filter((hole) => hole.size === size)
          .map((hole) => `X${hole.x.toFixed(3)}Y${hole.y.toFixed(3)}\n`)
          .join('')}`,
    )
    .join('')}M30\n`;
  return {
    [`${board.name}-F_Cu.gbr`]: copper(0, 'F.Cu'),
    [`${board.name}-B_Cu.gbr`]: copper(1, 'B.Cu'),
    [`${board.name}-F_Mask.gbr`]: mask(true, 'F.Mask'),
    [`${board.name}-B_Mask.gbr`]: mask(false, 'B.Mask'),
    [`${board.name}-F_Silkscreen.gbr`]: silk(),
    [`${board.name}-Edge_Cuts.gbr`]: outline(),
    [`${board.name}.drl`]: drill,
  };
}
