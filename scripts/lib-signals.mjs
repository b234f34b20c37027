/**
 * Forwards stop signals to the server once, because a second signal would make it stop without finishing its work.
 * Another signal is forwarded only after more than a second.
 */
export function forwardSignals(server) {
  let forwardedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - forwardedAt < 1000) return;
      forwardedAt = Date.now();
      server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  // npm runs this in a shell, which dies of a signal to npm without forwarding it.
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (forwardedAt === 0) process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
