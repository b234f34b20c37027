import { lazy } from 'react';

export const LegalStaffScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).LegalStaffScreen,
}));
