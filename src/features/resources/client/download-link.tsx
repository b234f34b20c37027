import type { ReactNode } from 'react';
import { downloadKind } from '../rules.ts';
import { canDownload, download, isForBrowser, type Downloadable } from './download.ts';

/**
 * Download control of a resource. It is a link to the target of the click, so that it works without scripts;
 * a resource with nothing to download gets a button that says so.
 */
export function DownloadLink({
  resource,
  label,
  tooltip,
  className,
  children,
}: {
  resource: Downloadable;
  label?: string;
  tooltip?: string;
  className: string;
  children: ReactNode;
}) {
  const shared = { 'aria-label': label, 'data-tooltip': tooltip, className };
  if (!canDownload(resource))
    return (
      <button {...shared} type="button" aria-disabled onClick={() => void download(resource)}>
        {children}
      </button>
    );
  const isFile = downloadKind(resource) === 'file';
  return (
    <a
      {...shared}
      href={isFile ? `/api/resources/${resource.id}/download` : (resource.downloadUrl ?? '')}
      {...(!isFile && { target: '_blank', rel: 'noopener noreferrer nofollow ugc' })}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        void download(resource);
      }}
    >
      {children}
    </a>
  );
}
