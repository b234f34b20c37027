import { useQuery } from '@tanstack/react-query';
import { Prose } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Message } from '../contract.ts';
import { historyQuery } from './api.ts';

/** Earlier versions of an edited message. */
export function HistoryDialog({ message, onClose }: { message: Message; onClose(): void }) {
  const { data, error, refetch } = useQuery(historyQuery(message.id));
  const formatMoment = useFormatMoment();
  return (
    <Dialog title={m['community.talk.history']()} onClose={onClose}>
      {error && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {!data && !error && <div aria-busy="true" className="h-24 animate-pulse rounded-md bg-sunken" />}
      <ol className="grid max-h-[60dvh] gap-4 overflow-y-auto">
        {data?.map(({ text, title, at }) => (
          <li key={at} className="grid gap-1 border-l-2 border-line pl-3">
            <time dateTime={at} className="text-sm text-ink-soft">
              {formatMoment(at)}
            </time>
            {title !== null && <p className="font-semibold wrap-anywhere">{title}</p>}
            <Prose text={text} />
          </li>
        ))}
      </ol>
      <Button look="secondary" onClick={onClose}>
        {m['community.talk.close']()}
      </Button>
    </Dialog>
  );
}
