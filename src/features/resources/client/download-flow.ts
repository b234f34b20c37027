import { m } from '#i18n/generated/messages.js';
import { getJsonWithRetry } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import type { DownloadCheck } from '../contract.ts';
import { downloadKind } from '../rules.ts';
import type { Downloadable } from './download.ts';

/** Delay after which the window of a download is closed. */
const closeWindowMs = 3000;

/**
 * Handles a click on download in the order of docs/product.md, "Downloads": redirect from the server, then
 * shortcut, game, file, link. Every path ends in one toast.
 */
export async function runDownload(resource: Downloadable): Promise<void> {
  if (downloadKind(resource) === 'none') {
    toast('danger', m['resources.toast.unavailable'](), m['resources.toast.unavailable_text']());
    return;
  }
  try {
    const check = await getJsonWithRetry<DownloadCheck>(`/api/resources/${resource.id}/download-check`);
    if (!check.success) {
      toast('danger', m['resources.toast.failed'](), m['resources.toast.no_link']());
      return;
    }
    if (check.useRedirect && check.downloadUrl !== null) {
      openOutside(check.downloadUrl);
      toast('success', m['resources.toast.redirect'](), redirectText(check.downloadUrl));
      return;
    }
    open(resource);
  } catch {
    const text =
      resource.category === 'free_content'
        ? m['resources.toast.failed_site']()
        : m['resources.toast.failed_file']();
    toast('danger', m['resources.toast.failed'](), text);
  }
}

function open(resource: Downloadable): void {
  const url = resource.downloadUrl ?? '';
  switch (downloadKind(resource)) {
    case 'shortcut':
      try {
        openOutside(url);
        toast('success', m['resources.toast.shortcut'](), redirectText(url));
      } catch {
        toast('danger', m['resources.toast.failed'](), m['resources.toast.shortcut_failed']());
      }
      return;
    case 'game':
      openOutside(url);
      toast('success', m['resources.toast.game'](), redirectText(url));
      return;
    case 'file':
      openFile(`/api/resources/${resource.id}/download`);
      toast('success', m['resources.toast.started']());
      return;
    default:
      openOutside(url);
      toast('success', m['resources.toast.redirect'](), redirectText(url));
  }
}

function redirectText(url: string): string {
  return m['resources.toast.redirect_text']({ host: new URL(url).host });
}

/** Opens another site without `window.opener`. Throws if the URL is invalid. */
function openOutside(url: string): void {
  clickLink(new URL(url).href, { target: '_blank', rel: 'noopener noreferrer' });
}

/**
 * Opens a window for the download and closes it once the download has begun. Falls back to a link if popups
 * are blocked.
 */
export function openFile(path: string): void {
  const opened = window.open(path, '_blank');
  if (opened) setTimeout(() => opened.close(), closeWindowMs);
  else clickLink(path, { download: '' });
}

function clickLink(href: string, attributes: Record<string, string>): void {
  const link = document.createElement('a');
  link.href = href;
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
