import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { Button } from './button.tsx';

/** In the place of what could not be loaded: why, and a way to try again. */
export function LoadFailed({ retry, children }: { retry(): unknown; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-4 rounded-md bg-danger-soft p-4 text-danger"
    >
      <p>{children}</p>
      <Button look="danger" onClick={() => void retry()}>
        {m['platform.retry']()}
      </Button>
    </div>
  );
}
