import { m } from '#i18n/generated/messages.js';

/** Above skeletons: after a while it says how long they may stay. */
export function SlowNotice() {
  return <p className="appears-late pb-4 text-ink-soft">{m['platform.client.slow']()}</p>;
}
