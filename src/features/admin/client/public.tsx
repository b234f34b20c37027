export { canListPeople, canReadAudit } from '../access.ts';
export { AuditScreen } from './audit-screen.tsx';
export { readListSearch } from './api.ts';
export { ListFrame, StateLinks } from './list-frame.tsx';
export { ReasonDialog } from './reason-dialog.tsx';
export { UsersScreen } from './users-screen.tsx';
