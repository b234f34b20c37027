import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { useRememberDoing } from '#platform/client/doing.ts';
import { Button } from './button.tsx';

/** Asks before unsaved content is lost: with our own dialog where possible, with the browser's when the document unloads. */
export function LeaveWarning({ unsaved }: { unsaved: RefObject<boolean> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useRememberDoing();
  const leaving = useBlocker({
    shouldBlockFn: () => unsaved.current,
    enableBeforeUnload: () => unsaved.current,
    withResolver: true,
  });
  useEffect(() => {
    if (leaving.status === 'blocked') dialog.current?.showModal();
    else dialog.current?.close();
  }, [leaving.status]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-title"
      onClose={() => leaving.reset?.()}
      className="m-auto max-w-md rounded-lg bg-surface p-6 text-ink shadow-lg backdrop:bg-black/50"
    >
      <h2 id="leave-title" className="text-xl font-bold">
        {m['platform.leave.title']()}
      </h2>
      <p className="mt-2">{m['platform.leave.text']()}</p>
      <div className="mt-6 flex justify-end gap-3">
        <Button look="secondary" onClick={() => leaving.proceed?.()}>
          {m['platform.leave.go']()}
        </Button>
        <Button onClick={() => leaving.reset?.()}>{m['platform.leave.stay']()}</Button>
      </div>
    </dialog>
  );
}
