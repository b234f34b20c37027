import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { PriceLine } from '../rules.ts';

/** Orders from before the delivery had a price of its own have a line for it. */
type OlderLine = 'shipping';
const labels: Record<PriceLine['code'] | 'quote' | 'lot' | OlderLine, (locale: Locale) => string> = {
  base: (locale) => m['orders.line.base']({}, { locale }),
  units: (locale) => m['orders.line.units']({}, { locale }),
  hours: (locale) => m['orders.line.hours']({}, { locale }),
  quote: (locale) => m['orders.line.quote']({}, { locale }),
  lot: (locale) => m['orders.line.lot']({}, { locale }),
  shipping: (locale) => m['orders.line.shipping']({}, { locale }),
};
export function lineLabel(code: string, locale: Locale): string {
  return labels[code as keyof typeof labels](locale);
}
