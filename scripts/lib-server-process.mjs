/**
 * How the server's process is started: less memory at the same speed (docs/decisions/0064). Both must be set from outside, before V8 and
 * the allocator begin.
 */

/** Twice as often V8 looks through what is new, which is little, and 60 MB less are held for it. */
export const nodeFlags = ['--max-semi-space-size=8'];

/**
 * glibc keeps an arena for each thread and what was once large: after pictures and models some 120 MB that nobody uses. Other allocators
 * take no notice.
 */
export const allocatorEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
