/** Logs to the browser's console: failures that need no message to people, for developers. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what}:`, error instanceof Error ? error.message : error);
}
