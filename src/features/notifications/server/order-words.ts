import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { type Params, type Words, moment, subject, money, lines } from './param-words.ts';

type Say = (locale: Locale) => string;

/** Events of an order. */
const news = {
  new_order: (locale) => m['notifications.order.new_order']({}, { locale }),
  paid: (locale) => m['notifications.order.paid']({}, { locale }),
  accept: (locale) => m['notifications.order.accept']({}, { locale }),
  decline: (locale) => m['notifications.order.decline']({}, { locale }),
  cancel: (locale) => m['notifications.order.cancel']({}, { locale }),
  ask_cancel: (locale) => m['notifications.order.ask_cancel']({}, { locale }),
  late_cancel: (locale) => m['notifications.order.late_cancel']({}, { locale }),
  unpaid: (locale) => m['notifications.order.unpaid']({}, { locale }),
  unanswered: (locale) => m['notifications.order.unanswered']({}, { locale }),
  start: (locale) => m['notifications.order.start']({}, { locale }),
  underway: (locale) => m['notifications.order.underway']({}, { locale }),
  underway_print: (locale) => m['notifications.order.underway_print']({}, { locale }),
  finished: (locale) => m['notifications.order.finished']({}, { locale }),
  outside: (locale) => m['notifications.order.outside']({}, { locale }),
  deliver: (locale) => m['notifications.order.deliver']({}, { locale }),
  handed_over: (locale) => m['notifications.order.handed_over']({}, { locale }),
  inspect: (locale) => m['notifications.order.inspect']({}, { locale }),
  inspect_faulty: (locale) => m['notifications.order.inspect_faulty']({}, { locale }),
  ready: (locale) => m['notifications.order.ready']({}, { locale }),
  arrived: (locale) => m['notifications.order.arrived']({}, { locale }),
  confirm: (locale) => m['notifications.order.confirm']({}, { locale }),
  auto_complete: (locale) => m['notifications.order.auto_complete']({}, { locale }),
  'propose-settlement': (locale) => m['notifications.order.settlement']({}, { locale }),
  rework: (locale) => m['notifications.order.rework']({}, { locale }),
  return: (locale) => m['notifications.order.return']({}, { locale }),
  agree: (locale) => m['notifications.order.agree']({}, { locale }),
  refuse: (locale) => m['notifications.order.refuse']({}, { locale }),
  counted: (locale) => m['notifications.order.counted']({}, { locale }),
  lapsed: (locale) => m['notifications.order.lapsed']({}, { locale }),
  dispute: (locale) => m['notifications.order.dispute']({}, { locale }),
  dispute_over: (locale) => m['notifications.order.dispute_over']({}, { locale }),
  answer: (locale) => m['notifications.order.answer']({}, { locale }),
  answer_missed: (locale) => m['notifications.order.answer_missed']({}, { locale }),
  answer_missed_over: (locale) => m['notifications.order.answer_missed_over']({}, { locale }),
  negotiation_over: (locale) => m['notifications.order.negotiation_over']({}, { locale }),
  rule: (locale) => m['notifications.order.rule']({}, { locale }),
  appeal: (locale) => m['notifications.order.appeal']({}, { locale }),
  ruling_final: (locale) => m['notifications.order.ruling_final']({}, { locale }),
  deposit_reversed: (locale) => m['notifications.order.deposit_reversed']({}, { locale }),
  claim: (locale) => m['notifications.order.claim']({}, { locale }),
  claim_granted: (locale) => m['notifications.order.claim_granted']({}, { locale }),
  claim_refused: (locale) => m['notifications.order.claim_refused']({}, { locale }),
  claim_ruled: (locale) => m['notifications.order.claim_ruled']({}, { locale }),
} satisfies Record<string, Say>;

/** Different words for the order of a lot, which has a seller and an item. */
const lotNews: Partial<Record<keyof typeof news, Say>> = {
  new_order: (locale) => m['notifications.lot.new_order']({}, { locale }),
  accept: (locale) => m['notifications.lot.accept']({}, { locale }),
  decline: (locale) => m['notifications.lot.decline']({}, { locale }),
  unanswered: (locale) => m['notifications.lot.unanswered']({}, { locale }),
  start: (locale) => m['notifications.lot.start']({}, { locale }),
  deliver: (locale) => m['notifications.lot.deliver']({}, { locale }),
  ready: (locale) => m['notifications.lot.ready']({}, { locale }),
  arrived: (locale) => m['notifications.lot.arrived']({}, { locale }),
  rework: (locale) => m['notifications.lot.rework']({}, { locale }),
  claim_granted: (locale) => m['notifications.lot.claim_granted']({}, { locale }),
  claim_refused: (locale) => m['notifications.lot.claim_refused']({}, { locale }),
};
const lotNexts: Record<string, Say> = {
  pay: (locale) => m['notifications.lot.next.pay']({}, { locale }),
  accept: (locale) => m['notifications.lot.next.accept']({}, { locale }),
  start: (locale) => m['notifications.lot.next.start']({}, { locale }),
  deliver: (locale) => m['notifications.lot.next.deliver']({}, { locale }),
  answer_claim: (locale) => m['notifications.lot.next.answer_claim']({}, { locale }),
};

/** Returns the words' key: the same event differs by state, side and kind of proposal. */
function newsOf({ event, side, state, proposal, granted, isFetched, ...more }: Params): keyof typeof news {
  const ofClaim = granted !== null && granted !== undefined;
  switch (event) {
    case 'create':
      return 'new_order';
    case 'captured':
      return side === 'provider' ? 'new_order' : 'paid';
    case 'progress':
      if (more['stage'] === 'underway')
        return isPricedByWeight(String(more['tradeType'])) ? 'underway_print' : 'underway';
      return Number(more['outside'] ?? 0) > 0 ? 'outside' : 'finished';
    case 'inspect':
      return more['works'] === false ? 'inspect_faulty' : 'inspect';
    case 'deliver':
      if (isFetched === true) return 'ready';
      return more['isSent'] === false ? 'handed_over' : 'deliver';
    case 'cancel':
      if (proposal === 'cancel') return 'ask_cancel';
      return proposal === 'late_cancel' ? 'late_cancel' : 'cancel';
    case 'withdraw':
      return proposal === 'return' ? 'return' : 'dispute_over';
    case 'agree':
      return ofClaim ? 'claim_granted' : 'agree';
    case 'refuse':
      return proposal ? 'refuse' : 'claim_refused';
    case 'rule':
      return ofClaim ? 'claim_ruled' : 'rule';
    case 'proposal_expired':
      return proposal === 'return' || proposal === 'late_cancel' ? 'counted' : 'lapsed';
    case 'answer_missed':
      return state === 'disputed' ? 'answer_missed' : 'answer_missed_over';
    default:
      return event as keyof typeof news;
  }
}

const proposals: Record<string, Say> = {
  settlement: (locale) => m['notifications.proposal.settlement']({}, { locale }),
  rework: (locale) => m['notifications.proposal.rework']({}, { locale }),
  return: (locale) => m['notifications.proposal.return']({}, { locale }),
  late_cancel: (locale) => m['notifications.proposal.late_cancel']({}, { locale }),
  cancel: (locale) => m['notifications.proposal.cancel']({}, { locale }),
};

const whos: Record<string, Say> = {
  buyer: (locale) => m['notifications.who.buyer']({}, { locale }),
  provider: (locale) => m['notifications.who.provider']({}, { locale }),
};

/** Next step of the side that an order waits for, with the consequence of doing nothing. */
const nexts: Record<string, (who: string, locale: Locale) => string> = {
  pay: (_who, locale) => m['notifications.next.pay']({}, { locale }),
  accept: (_who, locale) => m['notifications.next.accept']({}, { locale }),
  accept_free: (_who, locale) => m['notifications.next.accept_free']({}, { locale }),
  start: (_who, locale) => m['notifications.next.start']({}, { locale }),
  deliver: (_who, locale) => m['notifications.next.deliver']({}, { locale }),
  arrive: (_who, locale) => m['notifications.next.arrive']({}, { locale }),
  fetch: (_who, locale) => m['notifications.next.fetch']({}, { locale }),
  confirm: (_who, locale) => m['notifications.next.confirm']({}, { locale }),
  proposal_lapses: (who, locale) => m['notifications.next.proposal_lapses']({ who }, { locale }),
  proposal_counts: (who, locale) => m['notifications.next.proposal_counts']({ who }, { locale }),
  answer: (who, locale) => m['notifications.next.answer']({ who }, { locale }),
  negotiate: (_who, locale) => m['notifications.next.negotiate']({}, { locale }),
  rule: (_who, locale) => m['notifications.next.rule']({}, { locale }),
  appeal: (_who, locale) => m['notifications.next.appeal']({}, { locale }),
  answer_claim: (_who, locale) => m['notifications.next.answer_claim']({}, { locale }),
  rule_claim: (_who, locale) => m['notifications.next.rule_claim']({}, { locale }),
};

/** The same, addressed to the reader. */
const ownNexts: Record<string, Say> = {
  pay: (locale) => m['notifications.own.pay']({}, { locale }),
  accept: (locale) => m['notifications.own.accept']({}, { locale }),
  accept_free: (locale) => m['notifications.own.accept_free']({}, { locale }),
  start: (locale) => m['notifications.own.start']({}, { locale }),
  deliver: (locale) => m['notifications.own.deliver']({}, { locale }),
  arrive: (locale) => m['notifications.own.arrive']({}, { locale }),
  fetch: (locale) => m['notifications.own.fetch']({}, { locale }),
  confirm: (locale) => m['notifications.own.confirm']({}, { locale }),
  proposal_lapses: (locale) => m['notifications.own.proposal_lapses']({}, { locale }),
  proposal_counts: (locale) => m['notifications.own.proposal_counts']({}, { locale }),
  answer: (locale) => m['notifications.own.answer']({}, { locale }),
  answer_claim: (locale) => m['notifications.own.answer_claim']({}, { locale }),
};
const ownLotNexts: Record<string, Say> = {
  pay: (locale) => m['notifications.own.pay_lot']({}, { locale }),
  start: (locale) => m['notifications.own.start_lot']({}, { locale }),
  deliver: (locale) => m['notifications.own.deliver_lot']({}, { locale }),
  fetch: (locale) => m['notifications.own.fetch_lot']({}, { locale }),
};

/** Describes a step of an order: amount, next side and deadline. It names nobody, so a mail contains all of it. */
export function orderWords(params: Params, locale: Locale): Words {
  const { number, proposal, sooner } = params;
  const isLot = params['isLot'] === true;
  const said = newsOf(params);
  const text = lines(
    isLot && proposal === 'rework'
      ? m['notifications.lot.proposal_rework']({}, { locale })
      : typeof proposal === 'string'
        ? (proposals[proposal]?.(locale) ?? '')
        : '',
    Number(params['outside'] ?? 0) > 0
      ? m['notifications.outside']({ count: Number(params['outside']) }, { locale })
      : '',
    sumWords(params, locale),
    stepWords(params, locale),
    sooner ? stepWords({ ...params, ...sooner }, locale) : '',
    params['again'] === true ? m['notifications.again']({}, { locale }) : '',
    typeof number === 'string' ? m['notifications.number']({ number }, { locale }) : '',
  );
  return {
    title: subject(((isLot ? lotNews[said] : undefined) ?? news[said])(locale), params, locale),
    text,
    mail: lines(text, progressWords(params, locale)),
  };
}

const stepNames: Record<string, Say> = {
  placed: (locale) => m['notifications.step.placed']({}, { locale }),
  paid: (locale) => m['notifications.step.paid']({}, { locale }),
  accepted: (locale) => m['notifications.step.accepted']({}, { locale }),
  begun: (locale) => m['notifications.step.begun']({}, { locale }),
  made: (locale) => m['notifications.step.made']({}, { locale }),
  sent: (locale) => m['notifications.step.sent']({}, { locale }),
  ready: (locale) => m['notifications.step.ready']({}, { locale }),
  handed_over: (locale) => m['notifications.step.handed_over']({}, { locale }),
  arrived: (locale) => m['notifications.step.arrived']({}, { locale }),
  fetched: (locale) => m['notifications.step.fetched']({}, { locale }),
  completed: (locale) => m['notifications.step.completed']({}, { locale }),
  disputed: (locale) => m['notifications.step.disputed']({}, { locale }),
  ended: (locale) => m['notifications.step.ended']({}, { locale }),
};

type Step = { code: string; status: string; at: string | null; by: string | null };

/** Lists the steps of an order for a mail, each with the day on which it was done or is expected. */
function progressWords({ steps, isLot }: Params, locale: Locale): string {
  if (!Array.isArray(steps) || steps.length === 0) return '';
  const dayOf = (at: string) =>
    dateFormat(locale, { month: 'long', day: 'numeric', timeZone: 'Asia/Seoul' }).format(new Date(at));
  const told = (steps as Step[]).map(({ code, status, at, by }) => {
    const name =
      code === 'begun' && isLot === true
        ? m['notifications.step.begun_lot']({}, { locale })
        : (stepNames[code]?.(locale) ?? code);
    if (status === 'done' && at !== null)
      return m['notifications.step.done']({ step: name, day: dayOf(at) }, { locale });
    const when =
      by === null
        ? ''
        : code === 'begun'
          ? m['notifications.step.from']({ day: dayOf(by) }, { locale })
          : m['notifications.step.by']({ day: dayOf(by) }, { locale });
    const step = when === '' ? name : m['notifications.step.expected']({ step: name, by: when }, { locale });
    return status === 'now' || status === 'stopped'
      ? m['notifications.step.now']({ step }, { locale })
      : m['notifications.step.later']({ step }, { locale });
  });
  return `\n${[m['notifications.step.title']({}, { locale }), ...told].join('\n')}`;
}

/** Describes the next step with its side and deadline. */
function stepWords({ next: named, turn, side, by, isLot, isFetched }: Params, locale: Locale): string {
  // What waits to be fetched is not sent.
  const next = named === 'arrive' && isFetched === true ? 'fetch' : named;
  const who =
    isLot === true && turn === 'provider'
      ? m['notifications.lot.who']({}, { locale })
      : whos[String(turn)]?.(locale);
  const isOwnTurn = turn === side || turn === 'both';
  const name = typeof next === 'string' ? next : '';
  const own = isOwnTurn
    ? ((isLot === true ? ownLotNexts[name] : undefined) ?? ownNexts[name])?.(locale)
    : undefined;
  const step =
    own ?? (isLot === true ? lotNexts[name] : undefined)?.(locale) ?? nexts[name]?.(who ?? '', locale) ?? '';
  if (step === '') return '';
  const isWork = next === 'start' || next === 'deliver';
  return lines(
    isOwnTurn ? m['notifications.next.own']({ step }, { locale }) : step,
    typeof by !== 'string'
      ? ''
      : isWork
        ? m['notifications.due']({ by: moment(by, locale) }, { locale })
        : m['notifications.by']({ by: moment(by, locale) }, { locale }),
  );
}

type Parts = { buyer: number; provider: number };

function sumWords(params: Params, locale: Locale): string {
  const { amount, about, granted, isFree, event, side } = params;
  const isLot = params['isLot'] === true;
  const parts = params['parts'] as Parts | null | undefined;
  if (isFree === true || amount === undefined) return '';
  const sum = (each: unknown) => ({ amount: money(each, params, locale) });
  if (typeof granted === 'number') return m['notifications.sum.granted'](sum(granted), { locale });
  if (typeof about === 'number') {
    return event === 'claim'
      ? m['notifications.sum.claimed'](sum(about), { locale })
      : m['notifications.sum.reversed'](sum(about), { locale });
  }
  if (parts && parts.provider === 0) return m['notifications.sum.refund'](sum(parts.buyer), { locale });
  if (parts && parts.buyer > 0) {
    const words = isLot ? m['notifications.lot.split'] : m['notifications.sum.split'];
    return words(
      { buyer: money(parts.buyer, params, locale), provider: money(parts.provider, params, locale) },
      { locale },
    );
  }
  return side === 'buyer'
    ? m['notifications.sum.total'](sum(amount), { locale })
    : (isLot ? m['notifications.lot.share'] : m['notifications.sum.share'])(sum(amount), { locale });
}

/** Notifications of orders, baskets and reviews. */
export const orderWhats = {
  order_step: orderWords,
  order_completes_soon: (params: Params, locale: Locale): Words => {
    const text = [
      m['notifications.what.order_completes_soon.text']({ days: Number(params['days']) }, { locale }),
      ...(typeof params['by'] === 'string'
        ? [m['notifications.by']({ by: moment(params['by'], locale) }, { locale })]
        : []),
    ].join('\n');
    return {
      title: subject(m['notifications.what.order_completes_soon.title']({}, { locale }), params, locale),
      text,
      mail: text,
    };
  },
  ruling_overdue: (params: Params, locale: Locale): Words => {
    const text = [
      m['notifications.what.ruling_overdue.text']({ due: moment(params['due'], locale) }, { locale }),
      m['notifications.number']({ number: String(params['number']) }, { locale }),
    ].join('\n');
    return {
      title: subject(m['notifications.what.ruling_overdue.title']({}, { locale }), params, locale),
      text,
      mail: text,
    };
  },
  review_waiting: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.review_waiting.title']({}, { locale }),
    text: m['notifications.what.review_waiting.text'](
      { title: String(params['title']), days: Number(params['days']) },
      { locale },
    ),
  }),
  review_shown: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.review_shown.title']({}, { locale }),
    text: m['notifications.what.review_shown.text']({}, { locale }),
  }),
  basket_paid: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.basket_paid.title']({ title: String(params['title']) }, { locale }),
    text: m['notifications.what.basket_paid.text'](
      { count: Number(params['count']), amount: money(params['amount'], { currency: 'KRW' }, locale) },
      { locale },
    ),
  }),
};
