import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { unbrokenTime } from '#platform/client/local-time.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import { relativeTime } from '#platform/shared/relative-time.ts';
import type { WaitingKind } from './contract.ts';

const order = (id: string) => ({ to: '/orders/$id', params: { id } }) as const;
const request = (id: string) => ({ to: '/quote-requests/$id', params: { id } }) as const;
const tender = (id: string) => ({ to: '/auctions/jobs/{-$id}', params: { id } }) as const;
const post = (id: string) => ({ to: '/wanted/{-$id}', params: { id } }) as const;
const lot = (_splat: string) => ({ to: '/auctions/$', params: { _splat } }) as const;
const permissions = () => ({ to: '/my/permissions' }) as const;

type Act = {
  name: () => string;
  page: typeof order | typeof request | typeof tender | typeof post | typeof lot | typeof permissions;
};

/** Each act that a person is waited for, with its words and the page where it is done. */
export const waitingActs: Record<WaitingKind, Act> = {
  pay: { name: () => m['app.desk.act.pay'](), page: order },
  accept: { name: () => m['app.desk.act.accept'](), page: order },
  arrive: { name: () => m['app.desk.act.arrive'](), page: order },
  confirm: { name: () => m['app.desk.act.confirm'](), page: order },
  review: { name: () => m['app.desk.act.review'](), page: order },
  proposal: { name: () => m['app.desk.act.proposal'](), page: order },
  answer: { name: () => m['app.desk.act.answer'](), page: order },
  negotiate: { name: () => m['app.desk.act.negotiate'](), page: order },
  answer_claim: { name: () => m['app.desk.act.answer_claim'](), page: order },
  quote_request: { name: () => m['app.desk.act.quote_request'](), page: request },
  quote_counter: { name: () => m['app.desk.act.quote_counter'](), page: request },
  quote_offer: { name: () => m['app.desk.act.quote_offer'](), page: request },
  quote_agreed: { name: () => m['app.desk.act.quote_agreed'](), page: request },
  choose_bid: { name: () => m['app.desk.act.choose_bid'](), page: tender },
  wanted_answers: { name: () => m['app.desk.act.wanted_answers'](), page: post },
  permission: { name: () => m['app.desk.act.permission'](), page: permissions },
  lot_offer: { name: () => m['app.desk.act.lot_offer'](), page: lot },
  lot_decide: { name: () => m['app.desk.act.lot_decide'](), page: lot },
};

const monthAndDay = { month: 'short', day: 'numeric' } as const;

/** Names a moment of the next weeks: today and tomorrow by their names, other days by their dates without a year. */
export function nearMoment(iso: string, now: Date, timeZone: string): string {
  const at = new Date(iso);
  const dayOf = (time: Date) =>
    Date.parse(dateFormat('sv-SE', { dateStyle: 'short', timeZone }).format(time));
  const days = Math.round((dayOf(at) - dayOf(now)) / 86_400_000);
  if (days !== 0 && days !== 1) {
    const format = dateFormat(currentLocale(), {
      ...monthAndDay,
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    });
    return unbrokenTime(format, at);
  }
  const time = dateFormat(currentLocale(), { timeStyle: 'short', timeZone })
    .format(at)
    .replaceAll(/\s/g, '\u00a0');
  return m['app.desk.day_time']({ day: relativeTime(days, 'day', currentLocale()), time });
}
