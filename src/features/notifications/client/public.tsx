export { unreadQuery } from './api.ts';
export { UnreadCount } from './unread-count.tsx';
