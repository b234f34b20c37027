import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';

/** Shown for a channel that does not exist or is no longer visible. */
export function NoChannel({ error }: { error?: unknown }) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-4 p-8 text-center">
      <h1 className="text-xl font-bold">{m['community.list.closed']()}</h1>
      <p role="alert" className="text-ink-soft">
        {describeError(error, m['community.error.channel_not_found']())}
      </p>
      <Link
        to="/remote-support/{-$channel}/{-$id}"
        params={{ channel: undefined, id: undefined }}
        className={buttonClass('secondary')}
      >
        {m['community.list.back']()}
      </Link>
    </div>
  );
}
