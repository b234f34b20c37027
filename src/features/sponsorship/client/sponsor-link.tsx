import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HeartHandshake } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { recipientQuery, type Wanted } from './api.ts';

/** Link to sponsor the owner of a resource, or a volunteer; nothing if they cannot be paid out. */
export function SponsorLink({ wanted }: { wanted: Wanted }) {
  const { data } = useQuery({ ...recipientQuery(wanted), retry: false });
  if (!data || data.obstacle !== null) return null;
  return (
    <Link to="/sponsor" search={wanted} className={buttonClass('secondary', 'w-fit')}>
      <HeartHandshake aria-hidden="true" className="size-5" />
      {m['sponsorship.link']()}
    </Link>
  );
}
