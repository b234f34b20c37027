import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { formatMoney } from '#platform/shared/money.ts';
import type { Words } from '#platform/shared/words.ts';
import { dateFormat } from '#platform/shared/formats.ts';
import type { Account } from '#features/ledger/contract.ts';
import type { Finding } from './contract.ts';
import { amountOn } from './rules.ts';
import { accountNames } from './words.ts';

type Told = { locale: Locale };
type About = Pick<Finding, 'invariant' | 'subject' | 'detail'>;

/** Returns the subject of a finding, with its id unless there is only one: `escrow:…`, `refund:…`, `all`. */
export function findingSubject({ invariant, subject }: About, locale: Locale): string {
  const told = { locale };
  if (invariant === 'I1') return `${subjects['journal']?.({}, told)} ${subject}`;
  const [about = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  // The subject of a fold is an account of the house.
  if (about === 'fold') return accountNames[id as Account]?.({}, told) ?? subject;
  const name = (subjects[about] ?? accountNames[about as Account])?.({}, told);
  return name === undefined ? subject : `${name} ${id}`.trim();
}

/** Returns the recorded details with names and texts; those without any are shown raw. */
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
      : [fact.name({}, told), value === null ? '–' : (fact.say?.(value, told, account) ?? plain(value))];
  });
}

const subjects: Record<string, Words> = {
  all: m['payments.findings.about.all'],
  cover: m['payments.findings.about.cover'],
  fees: m['payments.findings.about.fees'],
  journal: m['payments.findings.about.journal'],
  order: m['payments.findings.about.order'],
  payment: m['payments.findings.about.payment'],
  refund: m['payments.findings.about.refund'],
  payout: m['payments.findings.about.payout'],
  contribution: m['payments.findings.about.contribution'],
  pledge: m['payments.findings.about.pledge'],
  wanted: m['payments.findings.about.wanted'],
  award: m['payments.findings.about.award'],
};

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const won = (amount: unknown, { locale }: Told) =>
  typeof amount === 'number' ? formatMoney(amount, 'KRW', locale) : plain(amount);
/** Formats an amount with the sign of its account, which may be a liability. */
const wonOn = (amount: unknown, told: Told, account: string) =>
  won(typeof amount === 'number' ? amountOn(account, amount) : amount, told);
const moment = (at: unknown, { locale }: Told) => {
  const date = new Date(typeof at === 'string' ? at : Number.NaN);
  return Number.isNaN(date.getTime())
    ? plain(at)
    : dateFormat(locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'Asia/Seoul',
      }).format(date);
};
const state = (value: unknown, told: Told) => states[String(value)]?.({}, told) ?? plain(value);

type Fact = { name: Words; say?(value: unknown, told: Told, account: string): string };

/** Facts by key, or by kind and key if the key has another meaning there: see orders/server/checks.ts. */
const facts: Record<string, Fact> = {
  amount: { name: m['payments.admin.amount'], say: won },
  balance: { name: m['payments.findings.fact.balance'], say: wonOn },
  booked: { name: m['payments.findings.fact.booked'], say: won },
  bound: { name: m['payments.findings.fact.bound'] },
  clearing: {
    name: m['payments.account.buyer_clearing'],
    say: (amount, told) => wonOn(amount, told, 'buyer_clearing'),
  },
  code: { name: m['payments.findings.fact.code'] },
  command: { name: m['payments.findings.codes'] },
  covering: { name: m['payments.admin.cover'], say: won },
  currency: { name: m['payments.csv.currency'] },
  due: { name: m['payments.findings.fact.due'], say: moment },
  escrow: {
    name: m['payments.account.escrow'],
    say: (amount, told) => wonOn(amount, told, 'escrow'),
  },
  event: { name: m['payments.findings.fact.event'], say: state },
  folded: { name: m['payments.findings.fact.folded'], say: wonOn },
  gateway: { name: m['payments.findings.fact.gateway'], say: won },
  kept: { name: m['payments.findings.fact.kept'], say: wonOn },
  'I6.kept': { name: m['payments.findings.fact.fees'], say: won },
  ours: { name: m['payments.findings.fact.ours'], say: won },
  owed: { name: m['payments.admin.owed'], say: won },
  payment: { name: m['payments.books.payment'] },
  released: { name: m['payments.findings.fact.released'], say: moment },
  since: { name: m['payments.findings.fact.since'], say: moment },
  state: { name: m['payments.admin.states'], say: state },
  subject: { name: m['payments.findings.fact.subject'] },
  sum: { name: m['payments.findings.fact.sum'], say: won },
  awards: { name: m['payments.findings.fact.awards'], say: won },
  parts: { name: m['payments.findings.fact.parts'], say: won },
  pledges: { name: m['payments.findings.fact.pledges'], say: won },
  version: { name: m['payments.findings.fact.version'] },
};

/** States of orders, payments, refunds, payouts and sponsorships; a name that several share has one meaning. */
const states: Record<string, Words> = {
  accepted: m['payments.findings.state.accepted'],
  authenticated: m['payments.findings.state.authenticated'],
  cancelled: m['payments.findings.state.cancelled'],
  captured: m['payments.findings.state.captured'],
  completed: m['payments.findings.state.completed'],
  confirmed: m['payments.findings.state.confirmed'],
  confirming: m['payments.findings.state.confirming'],
  created: m['payments.findings.state.created'],
  decided: m['payments.findings.state.decided'],
  delivered: m['payments.findings.state.delivered'],
  disputed: m['payments.findings.state.disputed'],
  expired: m['payments.findings.state.expired'],
  failed: m['payments.findings.state.failed'],
  kept: m['payments.findings.state.kept'],
  needs_account: m['payments.findings.state.needs_account'],
  new: m['payments.findings.state.new'],
  open: m['payments.findings.state.open'],
  paid: m['payments.findings.state.paid'],
  refunded: m['payments.findings.state.refunded'],
  requested: m['payments.findings.state.requested'],
  reversed: m['payments.findings.state.reversed'],
  settled: m['payments.findings.state.settled'],
  submitting: m['payments.findings.state.submitting'],
  unknown: m['payments.findings.state.unknown'],
  ended: m['payments.findings.state.ended'],
  given: m['payments.findings.state.given'],
  grace: m['payments.findings.state.grace'],
  held: m['payments.findings.state.held'],
  pending: m['payments.findings.state.pending'],
  solved: m['payments.findings.state.solved'],
  waiting_deposit: m['payments.findings.state.waiting_deposit'],
  withdrawn: m['payments.findings.state.withdrawn'],
  working: m['payments.findings.state.working'],
};
