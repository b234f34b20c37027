import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import type { Outcome } from '../rules.ts';

export { formatDay } from '#platform/client/local-time.ts';

export const outcomeNames: Record<Outcome, () => string> = {
  success: () => m['social.makes.outcomes.success'](),
  partly: () => m['social.makes.outcomes.partly'](),
  failed: () => m['social.makes.outcomes.failed'](),
};

export function formatCount(count: number): string {
  return numberFormat(currentLocale()).format(count);
}
