import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { canReadAudit } from '../access.ts';

/** Link to the audit entries about a person or thing, for staff who can read them. */
export function AuditLink({ id }: { id: string }) {
  const { data: user = null } = useQuery(currentUserQuery);
  if (!canReadAudit(user)) return null;
  return (
    <Link to="/admin/audit" search={{ search: id }} className={buttonClass('secondary')}>
      {m['admin.table.audit']()}
    </Link>
  );
}
