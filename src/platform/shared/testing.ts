/** How many times longer something takes with a text four times as long: 4 where each character is looked at once. */
export function slowdown(run: (text: string) => unknown, part: string, length: number): number {
  const fastest = (most: number) => {
    const text = `${part.repeat(Math.ceil(most / part.length))}x`;
    const took = Array.from({ length: 5 }, () => {
      const began = performance.now();
      run(text);
      return performance.now() - began;
    });
    return Math.min(...took);
  };
  return fastest(4 * length) / fastest(length);
}
