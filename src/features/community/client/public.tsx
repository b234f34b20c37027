export { canManageChannels } from '../access.ts';
export { ChannelsScreen } from './admin-channels.tsx';
