import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { canModerate } from '../access.ts';

/** Link to a case at the desk, for moderators. */
export function CaseLink({ id }: { id: string }) {
  const { data: user = null } = useQuery(currentUserQuery);
  if (!canModerate(user)) return null;
  return (
    <Link to="/admin/reports" search={{ search: id }} className={buttonClass('secondary')}>
      {m['moderation.desk.see_case']()}
    </Link>
  );
}
