import type { MouseEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { downloadKind } from '../rules.ts';

export type Downloadable = { id: string; category: string; downloadUrl: string | null; hasFile: boolean };

export function canDownload(resource: Downloadable): boolean {
  return downloadKind(resource) !== 'none';
}

/**
 * Loads the download code on the first click: every page with a card has the button, and few people press it.
 */
export async function download(resource: Downloadable): Promise<void> {
  try {
    const { runDownload } = await import('./download-flow.ts');
    await runDownload(resource);
  } catch {
    toast('danger', m['resources.toast.failed'](), m['resources.toast.failed_file']());
  }
}

/** Returns true for a click that asks for a new tab or for saving the target, which the browser handles. */
export const isForBrowser = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
