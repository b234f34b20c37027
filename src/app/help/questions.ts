import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { HelpNumbers } from './contract.ts';

export type Question = {
  id: string;
  title: string;
  text: string;
  /** Page on which one goes on from here. */
  to?: string;
};

type Unit = 'minute' | 'hour' | 'day' | 'month';

/** Writes a length of time as the language does: 7일, 7 days. */
function lengthOf(count: number, unit: Unit, locale: Locale): string {
  const text = numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return locale === 'en' ? text : text.replaceAll(' ', '');
}

/** Returns the twenty first questions with their answers, in which all numbers are those that apply here. */
export function questionsIn(locale: Locale, numbers: HelpNumbers): Question[] {
  return [...aboutOrders(locale, numbers), ...aboutTheRest(locale, numbers)];
}

function aboutOrders(locale: Locale, numbers: HelpNumbers): Question[] {
  const at = { locale };
  const span = (count: number, unit: Unit) => lengthOf(count, unit, locale);
  return [
    {
      id: 'order',
      title: m['app.help.order.title']({}, at),
      text: m['app.help.order.text']({ accept: span(numbers.acceptHours, 'hour') }, at),
      to: '/services',
    },
    {
      id: 'escrow',
      title: m['app.help.escrow.title']({}, at),
      text: m['app.help.escrow.text']({ complete: span(numbers.autoCompleteDays, 'day') }, at),
    },
    {
      id: 'fee',
      title: m['app.help.fee.title']({}, at),
      text: m['app.help.fee.text']({ fee: numberFormat(locale).format(numbers.feePercent) }, at),
    },
    {
      id: 'refund',
      title: m['app.help.refund.title']({}, at),
      text: m['app.help.refund.text']({ withdraw: span(numbers.withdrawalDays, 'day') }, at),
      to: '/my/orders',
    },
    {
      id: 'disputes',
      title: m['app.help.disputes.title']({}, at),
      text: m['app.help.disputes.text'](
        {
          answer: span(numbers.disputeAnswerHours, 'hour'),
          ruling: span(numbers.rulingDays, 'day'),
          supply: span(numbers.claimSupplyMonths, 'month'),
        },
        at,
      ),
      to: '/my/orders',
    },
    {
      id: 'delivery',
      title: m['app.help.delivery.title']({}, at),
      text: m['app.help.delivery.text']({}, at),
    },
    {
      id: 'pickup',
      title: m['app.help.pickup.title']({}, at),
      text: m['app.help.pickup.text']({}, at),
    },
  ];
}

function aboutTheRest(locale: Locale, numbers: HelpNumbers): Question[] {
  const at = { locale };
  const span = (count: number, unit: Unit) => lengthOf(count, unit, locale);
  const mine = (page: string) => `${m['accounts.my.title']({}, at)} > ${page}`;
  return [
    {
      id: 'publish',
      title: m['app.help.publish.title']({}, at),
      text: m['app.help.publish.text']({ publish: m['app.shell.publish']({}, at) }, at),
      to: '/resources/create',
    },
    {
      id: 'licences',
      title: m['app.help.licences.title']({}, at),
      text: m['app.help.licences.text']({}, at),
      to: '/receipts',
    },
    {
      id: 'quotes',
      title: m['app.help.quotes.title']({}, at),
      text: m['app.help.quotes.text'](
        { quote: span(numbers.quoteDays, 'day'), request: span(numbers.quoteRequestDays, 'day') },
        at,
      ),
      to: '/estimate',
    },
    {
      id: 'auctions',
      title: m['app.help.auctions.title']({}, at),
      text: m['app.help.auctions.text'](
        { soft: span(numbers.softCloseMinutes, 'minute'), pay: span(numbers.payHours, 'hour') },
        at,
      ),
      to: '/auctions',
    },
    {
      id: 'bounties',
      title: m['app.help.bounties.title']({}, at),
      text: m['app.help.bounties.text'](
        {
          least: formatMoney(numbers.minPledge, 'KRW', locale),
          open: span(numbers.openDays, 'day'),
          grace: span(numbers.graceDays, 'day'),
        },
        at,
      ),
      to: '/wanted',
    },
    {
      id: 'calls',
      title: m['app.help.calls.title']({}, at),
      text: m['app.help.calls.text']({}, at),
      to: '/remote-support',
    },
    {
      id: 'assistant',
      title: m['app.help.assistant.title']({}, at),
      text: m['app.help.assistant.text']({}, at),
      to: '/ai-assembly',
    },
    {
      id: 'verification',
      title: m['app.help.verification.title']({}, at),
      text: m['app.help.verification.text']({}, at),
      to: '/my/verification',
    },
    {
      id: 'payouts',
      title: m['app.help.payouts.title']({}, at),
      text: m['app.help.payouts.text'](
        {
          hold: span(numbers.payoutHoldDays, 'day'),
          firstHold: span(numbers.firstPayoutHoldDays, 'day'),
          earnings: mine(m['accounts.my.earnings']({}, at)),
        },
        at,
      ),
      to: '/my/earnings',
    },
    {
      id: 'passports',
      title: m['app.help.passports.title']({}, at),
      text: m['app.help.passports.text']({}, at),
      to: '/my/things',
    },
    {
      id: 'reports',
      title: m['app.help.reports.title']({}, at),
      text: m['app.help.reports.text']({}, at),
      to: '/moderation-log',
    },
    {
      id: 'deletion',
      title: m['app.help.deletion.title']({}, at),
      text: m['app.help.deletion.text'](
        {
          leave: span(numbers.leavingDays, 'day'),
          place: mine(m['accounts.my.privacy']({}, at)),
        },
        at,
      ),
      to: '/my/privacy',
    },
    {
      id: 'contact',
      title: m['app.help.contact.title']({}, at),
      text: m['app.help.contact.text']({}, at),
      to: '/remote-support',
    },
  ];
}

/** Returns the questions in which every word occurs, in any case and width. */
export function matching(questions: readonly Question[], search: string): Question[] {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase();
  const words = fold(search).split(/\s+/).filter(Boolean);
  return questions.filter(({ title, text }) => {
    const all = fold(`${title}\n${text}`);
    return words.every((word) => all.includes(word));
  });
}
