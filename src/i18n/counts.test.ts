import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Catalogue = { [key: string]: string | Catalogue | [{ match: Record<string, string> }] };
type Message = { key: string; texts: Record<string, string> };

/** Messages with their variants: a counting message has one variant for one and one for all other numbers. */
function messagesOf(words: Catalogue, at = ''): Message[] {
  return Object.entries(words).flatMap(([name, value]) => {
    const key = at + name;
    if (typeof value === 'string') return [{ key, texts: { '': value } }];
    return Array.isArray(value) ? [{ key, texts: value[0].match }] : messagesOf(value, `${key}.`);
  });
}

const messages = globSync('src/**/locales/en.json').flatMap((file) =>
  messagesOf(JSON.parse(readFileSync(file, 'utf8'))),
);

/** Words that look like plurals after a placeholder for a name or an amount. */
const noPlurals =
  'acts address agrees answers as asks begins bids contains goes has is less links matches ms needs reads says sees shares this us was';
/** Limits that the code sets, none of which can be one. */
const neverOne = new Set([
  'accounts.error.too_many_usernames',
  'app.help.auctions.text',
  'finding.error.too_many_saved_searches',
  'legal.error.too_soon',
  'legal.staff.effective_hint',
  'services.nothing.found',
  'community.error.banned_words_named',
  'accounts.page.password_hint',
  'admin.reason.most',
  'admin.reason.too_long',
  'assistant.document.hint',
  'assistant.error.too_many_conversations',
  'assistant.error.too_many_documents',
  'assistant.error.too_many_messages',
  'assistant.score.text',
  'community.error.too_many_blocks',
  'community.error.too_many_channels',
  'community.error.too_many_pins',
  'community.error.too_many_reactions',
  'community.error.too_many_words',
  'games.error.bad_slots',
  'notifications.what.basket_paid.text',
  'passports.error.recalls_too_often',
  'passports.error.stops_too_often',
  'moderation.desk.act_text.hear',
  'moderation.log.rules_lead',
  'payments.sandbox.delay_hint',
  'people.profile.bio_hint',
  'platform.field.too_deep',
  'baskets.answers.nobody',
  'builds.rate',
  'baskets.error.basket_full',
  'baskets.error.too_many_lines',
  'baskets.plan.too_long',
  'quotes.error.too_many_pieces',
  'quotes.kit.some',
  'quotes.wish.text',
  'quotes.kit.too_many',
  'resources.card.builds',
  'resources.list.count_more',
  'resources.model.check.support.overhang',
  'resources.statistics.days',
  'services.field.stock',
  'services.workshop.learned.enough',
  'services.workshop.learned.first',
  'verification.field.account_number',
  'verification.field.code',
  'verification.sms',
  'wanted.demand.empty',
  'wanted.demand.least',
  'wanted.demand.people',
  'wanted.demand.row',
]);

const filled = (text: string) => text.replaceAll(/\{\w+\}/g, '1');
/** Text of a message when all of its numbers are one: the first variant of each count. */
const ofOne = ({ texts }: Message) => filled(Object.values(texts)[0] ?? '');
const ofMany = ({ texts }: Message) => filled(Object.values(texts).at(-1) ?? '');

test('English uses the singular for one', () => {
  expect(messages.length).toBeGreaterThan(3000);
  const plural = new RegExp(`\\b1 (?:\\w+ )?(?!(?:${noPlurals.replaceAll(' ', '|')})\\b)(?:\\w+s|people)\\b`);
  const wrong = messages.filter((message) => !neverOne.has(message.key) && plural.test(ofOne(message)));
  expect(wrong.map((message) => `${message.key}: ${ofOne(message)}`)).toEqual([]);
});

test('English uses the plural for several', () => {
  const counting = messages.filter(({ texts }) => Object.keys(texts).length > 1);
  expect(counting.length).toBeGreaterThan(80);
  // "count=one" would compare the count with the word "one".
  const cases = counting.map(({ key, texts }) => [key, Object.keys(texts)] as const);
  expect(cases.filter(([, [one = '']]) => !/^\w+=1(, \w+=1)?$/.test(one))).toEqual([]);
  expect(cases.filter(([, found]) => !/^\w+=\*(, \w+=\*)?$/.test(found.at(-1) ?? ''))).toEqual([]);
  expect(counting.filter((message) => ofOne(message) === ofMany(message))).toEqual([]);
});
