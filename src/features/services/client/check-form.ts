import { m } from '#i18n/generated/messages.js';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import type { Fields } from '#ui/form-group.tsx';

export type Place = { address: string; lat: number | null; long: number | null; exact: boolean };
/** Empty until a choice is made. */
export type PriceKind = '' | 'free' | 'fixed' | 'hourly' | 'per_unit' | 'standard' | 'ask';

/** Validates the form as far as the browser can. A draft may be incomplete. */
export function checkForm(
  data: FormData,
  { isDraft, places, priceKind }: { isDraft: boolean; places: readonly Place[]; priceKind: PriceKind },
): Fields {
  const fields: Fields = {};
  const text = (name: string) => String(data.get(name) ?? '').trim();
  if (text('title') === '') fields['title'] = m['platform.field.required']();
  if (text('serviceType') === '') fields['serviceType'] = m['platform.field.choose']();
  for (const [index, place] of places.entries()) {
    if (place.address.trim() === '') fields[`locations[${index}].address`] = m['services.field.address']();
    if (place.lat === null || place.long === null)
      fields[`locations[${index}].lat`] = m['services.field.coordinates']();
  }
  if (isDraft) return fields;
  if (data.has('hoursUnfinished')) fields['availableHours'] = m['services.field.hours']();
  if (places.length === 0) fields['locations'] = m['services.error.location_needed']();
  if (priceKind === '') fields['isFreeService'] = m['platform.field.choose']();
  const amount = amountField[priceKind];
  if (amount !== undefined && text(amount) === '') fields[amount] = m['platform.field.required']();
  // Without a text, the standard price by weight would be shown.
  if (priceKind === 'ask' && isPricedByWeight(text('serviceType')) && text('pricing') === '')
    fields['pricing'] = m['platform.field.required']();
  return fields;
}

/** Field of the amount, by the kind of price. */
export const amountField: Partial<Record<PriceKind, 'price' | 'hourlyRate' | 'pricePerUnit'>> = {
  fixed: 'price',
  hourly: 'hourlyRate',
  per_unit: 'pricePerUnit',
};
