import type { CurrentUser } from '#features/accounts/contract.ts';
import { isAuctionVisible } from '#features/auctions/server/public.ts';
import { isChannelReadable } from '#features/community/server/public.ts';
import { callTopics, type CallsDeps } from '#features/calls/server/public.ts';
import { isOrderVisible } from '#features/orders/server/public.ts';
import { isSessionVisible } from '#features/support/server/public.ts';
import type { Topics } from '#platform/server/realtime-sockets.ts';
import type { Runtime } from './runtime.ts';

/** Topics, by the word in front of their colon; each room decides who may read its topics. */
export function topics({ db }: Runtime, calls: CallsDeps): Topics<CurrentUser> {
  return {
    // Ephemeral, because notifications are stored anyway.
    user: { own: true },
    order: { mayRead: (viewer, id) => isOrderVisible(db, viewer, id) },
    channel: { mayRead: (viewer, id) => isChannelReadable(db, viewer, id), shutsOut: true },
    support: { mayRead: (viewer, id) => isSessionVisible(db, viewer, id) },
    ...callTopics(calls),
    auction: { mayRead: (viewer, id) => isAuctionVisible(db, viewer, id) },
  };
}
