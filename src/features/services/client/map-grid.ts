/** A grid of coordinates, for maps that show nothing else at street level. */

const steps = [5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Nearer to each other, lines are in the way. */
const leastPixels = 100;

/** How many degrees lie between two lines where one degree is so many pixels. */
export function gridStep(pixelsPerDegree: number): number {
  return steps.findLast((step) => step * pixelsPerDegree >= leastPixels) ?? 5;
}

/** Where lines are between two degrees. */
export function linesWithin(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  // Whole numbers of steps: sums of steps would drift.
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    Number(((first + index) * step).toFixed(6)),
  );
}

type Spot = { x: number; y: number; name: string };

/** How wide a letter of a small label is, at most; those of Korean and Japanese are as wide as high. */
const letterWidth = (letter: string) => (letter.codePointAt(0)! > 0x2e80 ? 14 : 8);
const labelHeight = 20;
const between = 4;

/** Those of the labels below their spots that stand clear of all before them. */
export function clearLabels<Labelled extends Spot>(spots: readonly Labelled[]): Labelled[] {
  const placed: { left: number; right: number; top: number; bottom: number }[] = [];
  return spots.filter(({ x, y, name }) => {
    const half = [...name].reduce((width, letter) => width + letterWidth(letter), between) / 2;
    const box = { left: x - half, right: x + half, top: y - between, bottom: y + labelHeight };
    const isClear = placed.every(
      (other) =>
        box.right <= other.left ||
        box.left >= other.right ||
        box.bottom <= other.top ||
        box.top >= other.bottom,
    );
    if (isClear) placed.push(box);
    return isClear;
  });
}
