import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Preloaded into a server: reports the delay of its event loop since the last request, in milliseconds. The measuring
 * timer fires every 5 ms, which is subtracted.
 */
const resolution = 5;
const delay = monitorEventLoopDelay({ resolution });
delay.enable();
const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);

process.on('message', (message) => {
  if (message !== 'delay') return;
  process.send?.({ p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), most: ms(delay.max) });
  delay.reset();
});
process.channel?.unref();
