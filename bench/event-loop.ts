import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded by a server ahead of its own code: says how late its event loop was since it was last asked, in milliseconds. The timer that
 * measures it fires every 5 ms, which is taken off.
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
