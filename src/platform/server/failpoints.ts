/**
 * A point where tests end the process as a crash would: FAILPOINT names it, and the process dies there the first time.
 * There is one around every commit and every call to a gateway, to prove that nothing is lost between two of them.
 */
export function failpoint(name: string): void {
  if (process.env['FAILPOINT'] === name) process.kill(process.pid, 'SIGKILL');
}
