/**
 * Environment of the server's process: less memory at the same speed (docs/decisions/0064). Both settings must be made
 * from outside, before V8 and the allocator start.
 */

/** V8 collects the young generation twice as often, which is cheap, and holds 60 MB less. */
export const nodeFlags = ['--max-semi-space-size=8'];

/**
 * glibc keeps an arena per thread at its largest size: after pictures and models some 120 MB unused. Other allocators
 * ignore the setting.
 */
export const allocatorEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
