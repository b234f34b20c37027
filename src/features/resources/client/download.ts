import type { MouseEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { downloadKind } from '../rules.ts';

export type Downloadable = { id: string; category: string; downloadUrl: string | null; hasFile: boolean };

export function canDownload(resource: Downloadable): boolean {
  return downloadKind(resource) !== 'none';
}

/** What a click does is loaded with the first click: every page with a card has the button, few people press it. */
export async function download(resource: Downloadable): Promise<void> {
  try {
    const { runDownload } = await import('./download-flow.ts');
    await runDownload(resource);
  } catch {
    toast('danger', m['resources.toast.failed'](), m['resources.toast.failed_file']());
  }
}

/** Whether a click asks for a tab or a file of its own, which is the browser's to give. */
export const isForBrowser = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
