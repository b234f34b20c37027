/** Of an order, on one line, as it would break after each of its hyphens: small, so that a dialog on a phone has room for it. */
export function OrderNumber({ children }: { children: string }) {
  return <span className="text-sm whitespace-nowrap tabular-nums">{children}</span>;
}
