export { UnreadCount } from './unread-count.tsx';
