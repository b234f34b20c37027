import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { canReadAudit } from '../access.ts';

/** Below a route that takes any path: see src/app/admin. */
const auditPlace: string = '/admin/audit';

/** What staff did with somebody or something, for who may read that. */
export function AuditLink({ id }: { id: string }) {
  const { data: user = null } = useQuery(currentUserQuery);
  if (!canReadAudit(user)) return null;
  return (
    <Link to={auditPlace} search={{ search: id } as never} className={buttonClass('secondary')}>
      {m['admin.table.audit']()}
    </Link>
  );
}
