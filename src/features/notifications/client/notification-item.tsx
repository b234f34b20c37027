import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type { Notification } from '../contract.ts';

/** Notification that leads to where it happened. */
export function NotificationItem({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const formatMoment = useFormatMoment();
  const { history } = useRouter();
  const address = localizePath(item.path, currentLocale());
  function open(event: MouseEvent): void {
    onOpen();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // A path has its query and fragment in it, which a `Link` does not read.
    history.push(address);
  }
  return (
    <a href={address} onClick={open} className="grid gap-1 p-4 hover:bg-accent-soft">
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {item.title}
        {!item.read && (
          <span className="rounded-sm bg-accent-soft px-2 text-sm font-normal text-accent-strong">
            {m['notifications.page.unread']()}
          </span>
        )}
      </span>
      <span className="wrap-anywhere whitespace-pre-line">{item.text}</span>
      <time dateTime={item.createdAt} className="text-sm text-ink-soft">
        {formatMoment(item.createdAt)}
      </time>
    </a>
  );
}
