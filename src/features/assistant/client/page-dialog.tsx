import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import { pageQuery } from './api.ts';

/** Page of one's own document, as it was parsed. */
export function PageDialog(props: {
  documentId: string;
  page: number;
  onTurn(page: number): void;
  onClose(): void;
}) {
  const { documentId, page, onTurn, onClose } = props;
  const { data, error, refetch } = useQuery(pageQuery(documentId, page));
  return (
    <Dialog title={m['assistant.cite.page']({ number: page, title: data?.heading ?? '' })} onClose={onClose}>
      {!data && !error && <div aria-busy="true" className="animate-pulse bg-sunken h-48 rounded-md" />}
      {!data && error && (
        <NotRead error={error} retry={refetch}>
          {null}
        </NotRead>
      )}
      {data && (
        <div className="grid max-h-[60dvh] gap-4 overflow-y-auto">
          {data.kind === 'picture' && data.url !== null && (
            <img src={data.url} alt={data.heading} className="w-full rounded-md border border-line" />
          )}
          {data.text !== '' && <p className="whitespace-pre-line wrap-anywhere">{data.text}</p>}
          {data.kind === 'pdf' && data.url !== null && (
            <a href={data.url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'w-fit')}>
              {m['assistant.page.original']()}
            </a>
          )}
        </div>
      )}
      <div className="flex flex-wrap justify-between gap-3">
        <div className="flex gap-2">
          <Button look="secondary" aria-disabled={page <= 1} onClick={() => page > 1 && onTurn(page - 1)}>
            {m['assistant.page.back']()}
          </Button>
          <Button
            look="secondary"
            aria-disabled={!data || page >= data.pages}
            onClick={() => data && page < data.pages && onTurn(page + 1)}
          >
            {m['assistant.page.next']()}
          </Button>
        </div>
        <Button onClick={onClose}>{m['assistant.page.close']()}</Button>
      </div>
    </Dialog>
  );
}
