import { m } from '#i18n/generated/messages.js';
import type { Told, Words } from '#platform/shared/words.ts';
import type { Category } from './rules.ts';

export const categoryNames: Record<Category, Words> = {
  hardware_design: m['resources.category.hardware_design'],
  software: m['resources.category.software'],
  ai_model: m['resources.category.ai_model'],
  '3d_model': m['resources.category.3d_model'],
  free_content: m['resources.category.free_content'],
  flash_game: m['resources.category.flash_game'],
  other: m['resources.category.other'],
};

/** Accepts any text, because the database may hold unknown categories. */
export function categoryName(category: string, told: Told = {}): string {
  return category in categoryNames ? categoryNames[category as Category]({}, told) : category;
}
