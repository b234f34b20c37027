import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import type { CurrentUser } from '../contract.ts';

/**
 * Banner on every page while staff view the site as someone else: that person's name, the time left and the
 * way back.
 */
export function ActingBanner({
  user,
  acting,
}: {
  user: CurrentUser;
  acting: NonNullable<CurrentUser['acting']>;
}) {
  const formatMoment = useFormatMoment();
  const [ending, setEnding] = useState(false);
  async function end(): Promise<void> {
    setEnding(true);
    try {
      await sendJson<null>('DELETE', '/api/admin/acting');
      // Reload, because everything on the page belongs to the other person.
      window.location.assign(localizePath('/admin/users', currentLocale()));
    } catch (error) {
      setEnding(false);
      toast('danger', describeError(error));
    }
  }
  return (
    <section
      aria-label={m['accounts.acting.label']()}
      className="stands-at-top sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b-2 border-danger bg-danger-soft px-4 py-2 text-danger"
    >
      <p className="wrap-anywhere">
        {m['accounts.acting.text']({ username: user.username, time: formatMoment(acting.until) })}
      </p>
      <Button look="danger" disabled={ending} onClick={() => void end()}>
        {m['accounts.acting.end']()}
      </Button>
    </section>
  );
}
