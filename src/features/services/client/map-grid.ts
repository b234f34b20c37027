/** Grid of coordinates, for maps without any other detail at street level. */

const steps = [5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Minimum distance of lines, in pixels. */
const minPixels = 100;

/** Returns the degrees between two lines at this scale. */
export function gridStep(pixelsPerDegree: number): number {
  return steps.findLast((step) => step * pixelsPerDegree >= minPixels) ?? 5;
}

/** Returns the positions of lines between two degrees. */
export function linesWithin(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  // Multiples of a step, because sums of steps would drift.
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    Number(((first + index) * step).toFixed(6)),
  );
}

type Spot = { x: number; y: number; name: string };

/** Maximum width of a letter in a small label; Korean and Japanese ones are as wide as high. */
const letterWidth = (letter: string) => (letter.codePointAt(0)! > 0x2e80 ? 14 : 8);
const labelHeight = 20;
const between = 4;

/** Returns the labels that do not overlap an earlier one. */
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
