import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { contributionQuery } from './api.ts';

/** Banner that a payment above some amount has earned. */
export function Earned({ contributionId }: { contributionId: string }) {
  const { data } = useQuery(contributionQuery(contributionId));
  if (!data?.canBanner) return null;
  return (
    <div className="grid justify-items-start gap-3 rounded-md bg-sunken p-4">
      <p>{m['sponsorship.earned.text']()}</p>
      <Link
        to="/my/sponsorships/$id"
        params={{ id: data.id }}
        hash="own-banner"
        className={buttonClass('secondary')}
      >
        {m['sponsorship.earned.go']()}
      </Link>
    </div>
  );
}
