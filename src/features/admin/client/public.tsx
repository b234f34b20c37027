export { canListPeople, canManageJobs, canReadAudit } from '../access.ts';
export { JobsScreen } from './jobs-screen.tsx';
export { AuditScreen } from './audit-screen.tsx';
export { AuditLink } from './audit-link.tsx';
export { Badge, Details, StaffTable, type BulkAct, type StaffPlace } from './staff-table.tsx';
export { ReasonDialog } from './reason-dialog.tsx';
export { UsersScreen } from './users-screen.tsx';
