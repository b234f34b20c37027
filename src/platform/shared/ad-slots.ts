/** Every slot of ads, by the names of the product. What stands where, and how many of them, is the room of ads (`ads/rules.ts`). */
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

/** Those that an ad unit of AdSense can fill: the rest, of which the menu pops up, is ours alone, or Google's own doing. */
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
