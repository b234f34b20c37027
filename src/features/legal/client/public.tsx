export { canEditLegal } from '../access.ts';
export { articlesIn, type Article } from '../rules.ts';
export { legalQuery } from './api.ts';
export { LegalStaffScreen } from './lazy-screen.tsx';
