/** Categories of resources, in the order of menus. Their rules are in category-rules.ts, their names in category-names.ts. */

/** Categories that menus, the home page and the bar of categories show. */
export const menuCategories = [
  'hardware_design',
  'software',
  'ai_model',
  '3d_model',
  'free_content',
  'flash_game',
] as const;

export const categories = [...menuCategories, 'other'] as const;
export type Category = (typeof categories)[number];

/** Maps any text of the database to a known category. */
export function asCategory(value: string): Category {
  return categories.find((category) => category === value) ?? 'other';
}
