import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import type { Rate } from '../rules.ts';

/** Returns how often something was made, and worked, such as "41번 만들어서 39번 성공". */
export function rateWords({ made, worked }: Rate): string {
  const format = (count: number) => numberFormat(currentLocale()).format(count);
  return m['builds.rate']({ made: format(made), worked: format(worked) });
}
