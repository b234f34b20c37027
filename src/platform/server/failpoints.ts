/**
 * A place where tests end the process as a crash would: FAILPOINT names one, and the process dies there the first time. Around
 * every commit and every call to a gateway there is one, so that it can be shown that nothing is lost between two.
 */
export function failpoint(name: string): void {
  if (process.env['FAILPOINT'] === name) process.kill(process.pid, 'SIGKILL');
}
