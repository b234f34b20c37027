import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Bell, MessagesSquare, Truck } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { typeName, type useAround } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { ServiceType } from '#platform/shared/trades.ts';
import { addWish, wishesQuery } from './making-api.ts';
import { formatCount } from './words.ts';

type Around = ReturnType<typeof useAround>;

/** What is left where nobody near can make it: by post, a request to several providers, or a notification later. */
export function NobodyNear(props: {
  trade: ServiceType;
  resourceId: string | undefined;
  around: Around;
  /** Shows who sends by post; left out where they are shown already. */
  onCountry?: (() => void) | undefined;
  /** Whether a request can be started here. */
  hasRequest?: boolean;
}) {
  const { trade, resourceId, around, onCountry, hasRequest = true } = props;
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h3 className="font-semibold">{m['quotes.nobody.title']()}</h3>
      <div className="flex flex-wrap gap-3">
        {onCountry && (
          <Button look="secondary" onClick={onCountry}>
            <Truck aria-hidden="true" className="size-5" />
            {m['quotes.nobody.post']()}
          </Button>
        )}
        {hasRequest && (
          <Link
            to="/quote-requests/$id"
            params={{ id: 'new' }}
            search={{ trade, ...(resourceId !== undefined && { resourceId }) }}
            className={buttonClass('secondary')}
          >
            <MessagesSquare aria-hidden="true" className="size-5" />
            {m['quotes.nobody.request']()}
          </Link>
        )}
      </div>
      <Wish trade={trade} resourceId={resourceId} around={around} />
    </section>
  );
}

/** Radius of a wish whose place was searched in the whole country. */
const widestKm = 50;

function Wish({
  trade,
  resourceId,
  around,
}: {
  trade: ServiceType;
  resourceId: string | undefined;
  around: Around;
}) {
  const { data: user } = useQuery(currentUserQuery);
  const { pathname, searchStr } = useLocation();
  const client = useQueryClient();
  const km = around.isCountry ? widestKm : around.radius;
  const add = useMutation({
    mutationFn: () => addWish({ trade, ...around.point, radiusKm: km, resourceId: resourceId ?? null }),
    onSuccess: () => client.invalidateQueries({ queryKey: wishesQuery.queryKey }),
  });
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <h4 className="font-semibold">{m['quotes.wish.title']()}</h4>
      <p className="text-sm text-ink-soft">
        {m['quotes.wish.text']({ place: around.name, km: formatCount(km), trade: typeName(trade) })}
      </p>
      {add.isSuccess ? (
        <p role="status" className="flex flex-wrap gap-x-3">
          {m['quotes.wish.added']()}
          <Link to="/my/quotes" search={{ tab: 'wishes' }} className="text-accent-strong underline">
            {m['quotes.wish.see']()}
          </Link>
        </p>
      ) : user ? (
        <Button look="secondary" disabled={add.isPending} onClick={() => add.mutate()}>
          <Bell aria-hidden="true" className="size-5" />
          {m['quotes.wish.add']()}
        </Button>
      ) : (
        <Link to="/login" search={{ next: pathname + searchStr }} className={buttonClass('secondary')}>
          <Bell aria-hidden="true" className="size-5" />
          {m['quotes.wish.login']()}
        </Link>
      )}
      {add.error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {describeError(add.error)}
        </p>
      )}
    </div>
  );
}
