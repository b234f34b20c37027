/** Returns a weight or time as it stands in its field: without what groups digits, and empty where it rounds to 0, which is refused. */
export function printedAmount(amount: number | null | undefined): string {
  const rounded = Math.round((amount ?? 0) * 100) / 100;
  return rounded === 0 ? '' : String(rounded);
}
