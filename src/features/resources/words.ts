export { categoryName, categoryNames } from '#platform/shared/category-names.ts';
