import { asCategory, type Category } from './categories.ts';

export type CategoryPart = 'aiModel' | 'releases' | 'game' | 'assembly' | 'printSettings';

/** Code that differs between categories reads this table instead of comparing names. */
type CategoryRules = {
  /** Parts of the form, and of the page, that the category has. */
  has?: CategoryPart[];
  /** Its link counts as the thing itself even where there is a file. */
  leadsOutside?: true;
  /** True for what no thing is made of. */
  isNeverMade?: true;
  /** The reader opens an archive first where there is no README. */
  opensArchive?: true;
};

const rules: Partial<Record<Category, CategoryRules>> = {
  hardware_design: { has: ['assembly'], opensArchive: true },
  software: { has: ['releases'], opensArchive: true, isNeverMade: true },
  ai_model: { has: ['aiModel'], isNeverMade: true },
  '3d_model': { has: ['assembly', 'printSettings'] },
  free_content: { leadsOutside: true, isNeverMade: true },
  flash_game: { has: ['game'], leadsOutside: true, isNeverMade: true },
};

/** Returns the rules of a category; undefined for `other` and for a text that is not known. */
export function rulesOfCategory(value: string): CategoryRules | undefined {
  return rules[asCategory(value)];
}

export function categoryHas(value: string, part: CategoryPart): boolean {
  return rulesOfCategory(value)?.has?.includes(part) === true;
}
