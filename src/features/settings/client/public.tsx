import { lazy } from 'react';

export { canChangeSettings } from '../access.ts';
export const SettingsScreen = lazy(async () => ({
  default: (await import('./settings-screen.tsx')).SettingsScreen,
}));
