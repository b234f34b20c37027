import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { thingsQuery } from './api.ts';

/** Page of a label that is not valid any more. Its holder finds the way to the one that is. */
export function RevokedScreen({ code }: { code: string }) {
  const { data: user } = useQuery(currentUserQuery);
  const { data } = useQuery({ ...thingsQuery(code), enabled: Boolean(user) });
  const [thing] = data ?? [];
  return (
    <div className="page grid max-w-2xl justify-items-start gap-4 py-16">
      <h1 className="text-2xl font-bold">{m['passports.page.revoked']()}</h1>
      <p className="text-ink-soft">{m['passports.page.revoked_text']()}</p>
      {thing?.code ? (
        <Link to="/p/$code" params={{ code: thing.code }} className={buttonClass()}>
          {m['passports.page.to_new']()}
        </Link>
      ) : thing ? (
        <Link to="/my/things" className={buttonClass()}>
          {m['passports.page.to_things']()}
        </Link>
      ) : (
        <Link to="/" className={buttonClass('secondary')}>
          {m['passports.page.home']()}
        </Link>
      )}
    </div>
  );
}
