import { m } from '#i18n/generated/messages.js';
import type { Role } from '#platform/shared/roles.ts';

export const roleNames: Record<Role, () => string> = {
  user: () => m['admin.role.user'](),
  support: () => m['admin.role.support'](),
  finance: () => m['admin.role.finance'](),
  admin: () => m['admin.role.admin'](),
};
