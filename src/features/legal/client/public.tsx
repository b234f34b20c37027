export { canEditLegal } from '../access.ts';
export { legalQuery } from './api.ts';
export { LegalStaffScreen } from './lazy-screen.tsx';
