/** Every ad slot, by its product name. The room of ads (`ads/rules.ts`) decides what a slot shows, and how many. */
export const adSlots = [
  'content_end',
  'sidebar_bottom',
  'sidebar_top',
  'menu_banner',
  'in_page',
  'native_25',
  'native_50',
  'native_75',
  'mobile_sticky',
  'overlay',
  'anchor',
  'vignette',
] as const;
export type AdSlot = (typeof adSlots)[number];

/** Slots that an AdSense ad unit can fill; the others are only for our own banners, or placed by Google itself. */
export const unitSlots = [
  'content_end',
  'sidebar_bottom',
  'sidebar_top',
  'in_page',
  'native_25',
  'native_50',
  'native_75',
] as const satisfies readonly AdSlot[];
export type UnitSlot = (typeof unitSlots)[number];
