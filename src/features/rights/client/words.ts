import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { toast } from '#platform/client/toasts.tsx';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { ProofCancelled } from '#features/accounts/client/public.tsx';

export function formatDay(iso: string): string {
  return dateFormat(currentLocale(), { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(new Date(iso));
}

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;

export function formatSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1));
  return numberFormat(currentLocale(), {
    style: 'unit',
    unit: units[power] ?? 'kilobyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** (power + 1));
}

/** Reports a failure, except a cancellation by the person. */
export function tellFailure(error: unknown): void {
  if (!(error instanceof ProofCancelled)) toast('danger', m['rights.failed'](), describeError(error));
}
