export { canManageEngineers } from '../access.ts';
/** Loaded lazily, because every page imports this module and few people are staff. */
export const EngineersStaffScreen = lazy(async () => ({
  default: (await import('./staff-screen.tsx')).EngineersStaffScreen,
}));
import { lazy } from 'react';

/** Loaded lazily, so that pages that name these screens do not carry them. */
export const AskScreen = lazy(async () => ({ default: (await import('./ask-screen.tsx')).AskScreen }));
export const OrderHelp = lazy(async () => ({ default: (await import('./order-help.tsx')).OrderHelp }));
export const OwnHelp = lazy(async () => ({ default: (await import('./own-help.tsx')).OwnHelp }));
export const PersonHelp = lazy(async () => ({ default: (await import('./person-help.tsx')).PersonHelp }));
export const SessionPanel = lazy(async () => ({
  default: (await import('./session-panel.tsx')).SessionPanel,
}));

export { overviewQuery } from './api.ts';
export { HelpLink, type HelpAbout } from './help-link.tsx';
export { HomeHelp } from './home-help.tsx';
