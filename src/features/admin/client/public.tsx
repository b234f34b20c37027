export { AuditScreen } from './audit-screen.tsx';
export { UsersScreen } from './users-screen.tsx';
