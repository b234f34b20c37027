export { canManageChannels } from '../access.ts';
export { CommunityScreen } from './community-screen.tsx';
export { loadCommunity } from './load-community.ts';
export { ChannelsScreen, SanctionsScreen } from './lazy-staff-screens.tsx';
export type { QuestionSearch } from './api.ts';
