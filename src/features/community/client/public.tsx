export { canManageChannels } from '../access.ts';
export { ChannelsScreen } from './admin-channels.tsx';
export { CommunityScreen } from './community-screen.tsx';
export { loadCommunity } from './load-community.ts';
