import { Share2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { ResourceDetail } from '../contract.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** Opens the dialog to share a resource: link, QR code and card for other sites. */
export function ShareButton({ resource, title }: { resource: ResourceDetail; title: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        look="secondary"
        onClick={() => {
          setIsOpen(true);
          dialog.current?.showModal();
        }}
      >
        <Share2 aria-hidden="true" className="size-4" />
        {m['resources.share.title']()}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="share-title"
        onClose={() => setIsOpen(false)}
        className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
      >
        {isOpen && (
          <Suspense fallback={<p role="status">{m['resources.share.loading']()}</p>}>
            <ShareDialog resource={resource} title={title} onClose={() => dialog.current?.close()} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}
