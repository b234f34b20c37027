import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';

export const formatCount = (count: number) => numberFormat(currentLocale()).format(count);
