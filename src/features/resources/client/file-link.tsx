import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { isForBrowser } from './download.ts';
import { openFile } from './download-flow.ts';

/** Download link of one stored file. A plain link works without scripts. */
export function FileLink(props: {
  path: string;
  label?: string;
  tooltip?: string;
  className: string;
  children: ReactNode;
}) {
  const { path, label, tooltip, className, children } = props;
  return (
    <a
      href={path}
      aria-label={label}
      data-tooltip={tooltip}
      className={className}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        openFile(path);
        toast('success', m['resources.toast.started']());
      }}
    >
      {children}
    </a>
  );
}
