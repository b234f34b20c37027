import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { placeName, typeName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { NearWish } from '../contract.ts';
import { removeWish, wishesQuery } from './making-api.ts';
import { formatCount } from './words.ts';

/** What a person waits for near them, with who has come. */
export function OwnWishes() {
  const { data, error, refetch } = useQuery(wishesQuery);
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-bold">{m['quotes.wish.own']()}</h2>
      <p className="text-sm text-ink-soft">
        {data?.length === 0 ? m['quotes.wish.none']() : m['quotes.wish.own_hint']()}
      </p>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {data.map((wish) => (
            <Row key={wish.id} wish={wish} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ wish }: { wish: NearWish }) {
  const { id, trade, lat, long, radiusKm, resourceId, resourceTitle, service, toldAt } = wish;
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeWish(id),
    onSuccess: async () => {
      toast('success', m['quotes.wish.removed']());
      await client.invalidateQueries({ queryKey: wishesQuery.queryKey });
    },
    onError: (error) => toast('danger', describeError(error)),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">
          {typeName(trade)} ·{' '}
          {m['quotes.wish.row']({ place: placeName({ lat, long }), km: formatCount(radiusKm) })}
        </p>
        {resourceId !== null && resourceTitle !== null && (
          <Link
            to="/resources/$id"
            params={{ id: resourceId }}
            className="text-sm break-words text-accent-strong underline"
          >
            {resourceTitle}
          </Link>
        )}
        <p className="text-sm text-ink-soft">
          {toldAt === null ? m['quotes.wish.waiting']() : m['quotes.wish.found']()}
          {service && (
            <>
              {' · '}
              <Link to="/services/$id" params={{ id: service.id }} className="text-accent-strong underline">
                {service.title}
              </Link>
            </>
          )}
        </p>
      </div>
      <Button
        look="quiet"
        aria-label={m['quotes.wish.remove_named']({ trade: typeName(trade) })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {m['quotes.wish.remove']()}
      </Button>
    </li>
  );
}
