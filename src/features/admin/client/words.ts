import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { Role } from '#platform/shared/roles.ts';

export const roleNames: Record<Role, () => string> = {
  user: () => m['admin.role.user'](),
  support: () => m['admin.role.support'](),
  finance: () => m['admin.role.finance'](),
  admin: () => m['admin.role.admin'](),
};

/** The marketplace's days are Korea's. */
function format(iso: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...style, timeZone: 'Asia/Seoul' }).format(new Date(iso));
}
export const formatDay = (iso: string) => format(iso, { dateStyle: 'medium' });
export const formatTime = (iso: string) => format(iso, { dateStyle: 'medium', timeStyle: 'short' });
