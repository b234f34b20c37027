/** Of an order, on one line: it would break after each of its hyphens. */
export function OrderNumber({ children }: { children: string }) {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>;
}
