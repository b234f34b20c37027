/** Accepts any text, because the database may hold unknown categories. */
export { categoryName, categoryNames } from '#platform/shared/category-names.ts';
