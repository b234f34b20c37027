import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { latestQuery } from './list-api.ts';
import { useMarkRead } from './mark-read.ts';
import { NotificationItem } from './notification-item.tsx';
import { useReadHere } from './read-here.ts';
import { UnreadCount } from './unread-count.tsx';

/** Bell with the number of unread notifications. It opens the latest ones; without scripts it is a link to the page of all. */
export function Bell() {
  useReadHere();
  const panel = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Link
        to="/my/notifications"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // The browser closes the panel before the click, which must not open it again.
        onPointerDown={() => (wasOpen.current = panel.current?.matches(':popover-open') ?? false)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          const isByKey = event.detail === 0;
          panel.current?.togglePopover(wasOpen.current && !isByKey ? false : undefined);
        }}
        className="relative grid size-11 shrink-0 place-items-center rounded-md [anchor-name:--bell] hover:bg-accent-soft"
      >
        <BellIcon aria-hidden="true" className="size-6" />
        <span className="sr-only">{m['notifications.page.title']()}</span>
        <UnreadCount className="absolute top-0 left-1/2" />
      </Link>
      <div
        ref={panel}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-label={m['notifications.page.latest']()}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="under-header md:w-96 [position-anchor:--bell]"
      >
        {isOpen && <Latest onClose={() => panel.current?.hidePopover()} />}
      </div>
    </>
  );
}

function Latest({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(latestQuery);
  // Staff who act as somebody may only read.
  const acting = Boolean(useQuery(currentUserQuery).data?.acting);
  const markRead = useMarkRead();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line px-4 py-2">
        <h2 className="py-2 font-semibold">{m['notifications.page.title']()}</h2>
        {!acting && data?.some(({ read }) => !read) && (
          <Button
            look="quiet"
            className="-mr-3 text-sm"
            onClick={({ currentTarget }) => {
              // The button goes, and the focus must not go with it.
              currentTarget.closest<HTMLElement>('[popover]')?.focus();
              void markRead();
            }}
          >
            {m['notifications.page.read_all']()}
          </Button>
        )}
      </div>
      {error ? (
        <LoadFailed retry={() => refetch()}>
          {m['notifications.page.failed']()} {describeError(error, '')}
        </LoadFailed>
      ) : !data ? (
        <div aria-busy="true" className="m-4 h-40 animate-pulse rounded-lg bg-sunken" />
      ) : data.length === 0 ? (
        <p className="p-4 text-ink-soft">{m['notifications.page.empty']()}</p>
      ) : (
        <ul className="grid divide-y divide-line text-sm">
          {data.map((item) => (
            <li key={item.id}>
              <NotificationItem
                item={item}
                onOpen={() => {
                  onClose();
                  if (!item.read && !acting) void markRead(item.id);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Link
        to="/my/notifications"
        onClick={onClose}
        className="grid min-h-11 place-items-center border-t border-line px-4 font-semibold text-accent-strong hover:bg-accent-soft"
      >
        {m['notifications.page.all']()}
      </Link>
    </>
  );
}
