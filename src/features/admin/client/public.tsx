export { AuditScreen } from './audit-screen.tsx';
export { readListSearch } from './api.ts';
export { ListFrame } from './list-frame.tsx';
export { UsersScreen } from './users-screen.tsx';
