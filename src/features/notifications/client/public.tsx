export { unreadQuery } from './api.ts';
export { Bell } from './bell.tsx';
export { notificationsKey } from './list-api.ts';
export { UnreadCount } from './unread-count.tsx';
