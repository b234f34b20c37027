import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { formatMoney } from '#platform/shared/money.ts';
import { accountName, amountOn } from './account-words.ts';
import type { Finding } from './contract.ts';

type Told = { locale: Locale };
type About = Pick<Finding, 'invariant' | 'subject' | 'detail'>;

/** What a finding is about, by its id or without where there is only one: `escrow:…`, `refund:…`, `all`. */
export function findingSubject({ invariant, subject }: About, locale: Locale): string {
  const told = { locale };
  if (invariant === 'I1') return `${subjects['journal']?.(told)} ${subject}`;
  const [about = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  // What was folded is an account of the house.
  if (about === 'fold') return accountName(id, told) ?? subject;
  const name = subjects[about]?.(told) ?? accountName(about, told);
  return name === undefined ? subject : `${name} ${id}`.trim();
}

/** What a check noted beside it, by names and in words; what has none is told as it is. */
export function findingFacts(
  { invariant, subject, detail }: About,
  locale: Locale,
): [name: string, value: string][] {
  const told = { locale };
  const [about = '', of = ''] = subject.split(':');
  const account = about === 'fold' ? of : about;
  return Object.entries(detail).map(([key, value]) => {
    const fact = facts[`${invariant}.${key}`] ?? facts[key];
    return fact === undefined
      ? [key, plain(value)]
      : [fact.name(told), value === null ? '–' : (fact.say?.(value, told, account) ?? plain(value))];
  });
}

const subjects: Record<string, (told: Told) => string> = {
  all: (told) => m['payments.findings.about.all']({}, told),
  cover: (told) => m['payments.findings.about.cover']({}, told),
  fees: (told) => m['payments.findings.about.fees']({}, told),
  journal: (told) => m['payments.findings.about.journal']({}, told),
  order: (told) => m['payments.findings.about.order']({}, told),
  payment: (told) => m['payments.findings.about.payment']({}, told),
  refund: (told) => m['payments.findings.about.refund']({}, told),
  payout: (told) => m['payments.findings.about.payout']({}, told),
  contribution: (told) => m['payments.findings.about.contribution']({}, told),
};

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const won = (amount: unknown, { locale }: Told) =>
  typeof amount === 'number' ? formatMoney(amount, 'KRW', locale) : plain(amount);
/** As it stands on the account that it is about, which may be one that we owe. */
const wonOn = (amount: unknown, told: Told, account: string) =>
  won(typeof amount === 'number' ? amountOn(account, amount) : amount, told);
const moment = (at: unknown, { locale }: Told) => {
  const date = new Date(typeof at === 'string' ? at : Number.NaN);
  return Number.isNaN(date.getTime())
    ? plain(at)
    : new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'Asia/Seoul',
      }).format(date);
};
const state = (value: unknown, told: Told) => states[String(value)]?.(told) ?? plain(value);

type Fact = { name(told: Told): string; say?(value: unknown, told: Told, account: string): string };

/** By key, or by kind and key where one means something else elsewhere: see orders/server/checks.ts. */
const facts: Record<string, Fact> = {
  amount: { name: (told) => m['payments.admin.amount']({}, told), say: won },
  balance: { name: (told) => m['payments.findings.fact.balance']({}, told), say: wonOn },
  booked: { name: (told) => m['payments.findings.fact.booked']({}, told), say: won },
  bound: { name: (told) => m['payments.findings.fact.bound']({}, told) },
  clearing: {
    name: (told) => m['payments.account.buyer_clearing']({}, told),
    say: (amount, told) => wonOn(amount, told, 'buyer_clearing'),
  },
  code: { name: (told) => m['payments.findings.fact.code']({}, told) },
  command: { name: (told) => m['payments.findings.codes']({}, told) },
  covering: { name: (told) => m['payments.admin.cover']({}, told), say: won },
  currency: { name: (told) => m['payments.csv.currency']({}, told) },
  due: { name: (told) => m['payments.findings.fact.due']({}, told), say: moment },
  escrow: {
    name: (told) => m['payments.account.escrow']({}, told),
    say: (amount, told) => wonOn(amount, told, 'escrow'),
  },
  event: { name: (told) => m['payments.findings.fact.event']({}, told), say: state },
  folded: { name: (told) => m['payments.findings.fact.folded']({}, told), say: wonOn },
  gateway: { name: (told) => m['payments.findings.fact.gateway']({}, told), say: won },
  kept: { name: (told) => m['payments.findings.fact.kept']({}, told), say: wonOn },
  'I6.kept': { name: (told) => m['payments.findings.fact.fees']({}, told), say: won },
  ours: { name: (told) => m['payments.findings.fact.ours']({}, told), say: won },
  owed: { name: (told) => m['payments.admin.owed']({}, told), say: won },
  payment: { name: (told) => m['payments.books.payment']({}, told) },
  released: { name: (told) => m['payments.findings.fact.released']({}, told), say: moment },
  since: { name: (told) => m['payments.findings.fact.since']({}, told), say: moment },
  state: { name: (told) => m['payments.admin.states']({}, told), say: state },
  subject: { name: (told) => m['payments.findings.fact.subject']({}, told) },
  sum: { name: (told) => m['payments.findings.fact.sum']({}, told), say: won },
  version: { name: (told) => m['payments.findings.fact.version']({}, told) },
};

/** Of orders, payments, refunds, payouts and what sponsors gave: where two have one of the same name, it means the same. */
const states: Record<string, (told: Told) => string> = {
  accepted: (told) => m['payments.findings.state.accepted']({}, told),
  authenticated: (told) => m['payments.findings.state.authenticated']({}, told),
  cancelled: (told) => m['payments.findings.state.cancelled']({}, told),
  captured: (told) => m['payments.findings.state.captured']({}, told),
  completed: (told) => m['payments.findings.state.completed']({}, told),
  confirmed: (told) => m['payments.findings.state.confirmed']({}, told),
  confirming: (told) => m['payments.findings.state.confirming']({}, told),
  created: (told) => m['payments.findings.state.created']({}, told),
  decided: (told) => m['payments.findings.state.decided']({}, told),
  delivered: (told) => m['payments.findings.state.delivered']({}, told),
  disputed: (told) => m['payments.findings.state.disputed']({}, told),
  expired: (told) => m['payments.findings.state.expired']({}, told),
  failed: (told) => m['payments.findings.state.failed']({}, told),
  kept: (told) => m['payments.findings.state.kept']({}, told),
  needs_account: (told) => m['payments.findings.state.needs_account']({}, told),
  new: (told) => m['payments.findings.state.new']({}, told),
  open: (told) => m['payments.findings.state.open']({}, told),
  paid: (told) => m['payments.findings.state.paid']({}, told),
  refunded: (told) => m['payments.findings.state.refunded']({}, told),
  requested: (told) => m['payments.findings.state.requested']({}, told),
  reversed: (told) => m['payments.findings.state.reversed']({}, told),
  settled: (told) => m['payments.findings.state.settled']({}, told),
  submitting: (told) => m['payments.findings.state.submitting']({}, told),
  unknown: (told) => m['payments.findings.state.unknown']({}, told),
  waiting_deposit: (told) => m['payments.findings.state.waiting_deposit']({}, told),
  working: (told) => m['payments.findings.state.working']({}, told),
};
