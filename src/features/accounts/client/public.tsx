export { currentUserQuery } from './api.ts';
export { useLogoutWithToast } from './logout.ts';
