import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed, NotRead } from '#ui/load-failed.tsx';
import { offerQuery, recipientQuery, type Wanted } from './api.ts';
import { BooksPart } from './books-part.tsx';
import { SponsorForm } from './sponsor-form.tsx';
import { Wall } from './wall.tsx';

/** Page with the sponsoring form, the sponsors, and the spending. */
export function SponsorScreen({ wanted }: { wanted: Wanted }) {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <div className="page grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-12 py-8">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl font-bold">{m['sponsorship.page.title']()}</h1>
          {user && (
            <Link to="/my/sponsorships" className={buttonClass('secondary')}>
              {m['sponsorship.form.mine']()}
            </Link>
          )}
        </div>
        <p className="max-w-prose text-lg text-ink-soft">{m['sponsorship.page.lead']()}</p>
      </header>
      <Offer wanted={wanted} />
      <Wall />
      <BooksPart />
    </div>
  );
}

function Offer({ wanted }: { wanted: Wanted }) {
  const isForHouse = Object.keys(wanted).length === 0;
  const offer = useQuery(offerQuery);
  const asked = useQuery({ ...recipientQuery(wanted), enabled: !isForHouse });
  const { data: user } = useQuery(currentUserQuery);
  const toHouse = (
    <Link to="/sponsor" className={buttonClass('secondary')}>
      {m['sponsorship.form.to_house']()}
    </Link>
  );
  if (offer.error && !offer.data)
    return <LoadFailed retry={() => offer.refetch()}>{describeError(offer.error)}</LoadFailed>;
  if (asked.error && !asked.data)
    return (
      <NotRead error={asked.error} retry={() => asked.refetch()}>
        {toHouse}
      </NotRead>
    );
  if (!offer.data || (!isForHouse && !asked.data))
    return <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />;
  const obstacle = offer.data.isOpen ? asked.data?.obstacle?.message : m['sponsorship.form.closed']();
  if (obstacle !== undefined)
    return (
      <div
        role="status"
        className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6"
      >
        <p>{obstacle}</p>
        {offer.data.isOpen && toHouse}
      </div>
    );
  return (
    <SponsorForm
      key={wanted.resource ?? wanted.person ?? ''}
      offer={offer.data}
      recipient={asked.data ?? null}
      wanted={wanted}
      isSignedIn={user != null}
    />
  );
}
