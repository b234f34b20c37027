export { unreadQuery } from './api.ts';
export { UnreadCount, UnreadLink } from './unread-count.tsx';
