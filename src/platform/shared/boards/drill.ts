import { BoardError, boardLimits, circlePoints, type Point, type Shape } from './board.ts';

const inch = 25.4;

/** Reads holes in the Excellon format: tools with their width, and where they drill or mill. */
export function readDrill(text: string): Shape[] {
  const tools = new Map<number, number>();
  const shapes: Shape[] = [];
  let unit = /^(?:INCH|M72)/m.test(text) ? inch : 1;
  // LZ: leading zeros are there, and trailing ones may be missing.
  const isPadded = /^(?:INCH|METRIC),LZ/m.test(text);
  let width = 0;
  let at: Point = [0, 0];
  let path: Point[] | null = null;
  let points = 0;
  let isHeader = false;
  let isDrill = false;
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trim();
    if (line === 'M48') isHeader = isDrill = true;
    else if (line === '%' || line === 'M95') isHeader = false;
    else if (line.startsWith('INCH') || line === 'M72') unit = inch;
    else if (line.startsWith('METRIC') || line === 'M71') unit = 1;
    const defined = /^T(\d{1,6})(?:[FS]\d{1,6}){0,2}C([\d.]{1,20})/.exec(line);
    if (defined) {
      tools.set(Number(defined[1]), Number(defined[2]) * unit);
      continue;
    }
    const chosen = /^T(\d{1,6})$/.exec(line);
    if (chosen) {
      width = tools.get(Number(chosen[1])) ?? 0;
      continue;
    }
    if (isHeader) continue;
    const moved =
      /^(?:G(\d{1,3}))?(?:X([-+]?[\d.]{1,20}))?(?:Y([-+]?[\d.]{1,20}))?(?:G85X([-+]?[\d.]{1,20})Y([-+]?[\d.]{1,20}))?$/.exec(
        line,
      );
    if (moved && line !== '') {
      const [, code, x, y, toX, toY] = moved;
      const length = (digits: string) => lengthOf(digits, unit, isPadded);
      const next: Point = [x === undefined ? at[0] : length(x), y === undefined ? at[1] : length(y)];
      points += 1;
      if (points > boardLimits.points / 80) throw new BoardError('too_complex');
      if (toX !== undefined && toY !== undefined) {
        const end: Point = [length(toX), length(toY)];
        shapes.push({ kind: 'line', points: [next, end], width });
        at = end;
        continue;
      }
      if (path) path.push(next);
      else if (Number(code ?? 5) !== 0 && (x !== undefined || y !== undefined) && width > 0)
        shapes.push({ kind: 'area', rings: [circlePoints(next, width / 2)] });
      at = next;
    } else if (line === 'M15') path = [at];
    else if (line === 'M16' || line === 'M17') {
      if (path && path.length > 1) shapes.push({ kind: 'line', points: path, width });
      path = null;
    } else if (line === 'M30') break;
  }
  if (!isDrill) throw new BoardError('malformed');
  return shapes;
}

/** Numbers without a point have two whole digits of inches and four others, or three and three of millimetres. */
function lengthOf(digits: string, unit: number, isPadded: boolean): number {
  const value = Number(digits);
  if (!Number.isFinite(value)) throw new BoardError('malformed');
  if (digits.includes('.')) return value * unit;
  const places = unit === 1 ? 3 : 4;
  if (!isPadded) return (value / 10 ** places) * unit;
  const sign = digits.startsWith('-') ? -1 : 1;
  return ((sign * Number(digits.replace(/^[-+]/, '').padEnd(6, '0'))) / 10 ** places) * unit;
}
