import { m } from '#i18n/generated/messages.js';

/** Notice above skeletons that appears after a while and tells how long loading may take. */
export function SlowNotice() {
  return <p className="appears-late pb-4 text-ink-soft">{m['platform.client.slow']()}</p>;
}
