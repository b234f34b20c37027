/**
 * Order number that stays on one line although it could break at its hyphens; small, so that it fits a dialog on a
 * phone.
 */
export function OrderNumber({ children }: { children: string }) {
  return <span className="text-sm whitespace-nowrap tabular-nums">{children}</span>;
}
