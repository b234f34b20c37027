/** The browser's only log: for failures that nobody has to be told of, and for whoever looks for their cause. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what}:`, error instanceof Error ? error.message : error);
}
