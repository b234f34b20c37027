import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { Button } from './button.tsx';

/** Replaces content that failed to load: the reason, and a retry button. */
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

/** Replaces content that could not be read: a retry may help, or there is none and `children` links elsewhere. */
export function NotRead({
  error,
  retry,
  children,
}: {
  error: unknown;
  retry(): unknown;
  children: ReactNode;
}) {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (!isRefused) return <LoadFailed retry={retry}>{describeError(error)}</LoadFailed>;
  return (
    <div role="alert" className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6">
      <p>{describeError(error)}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
