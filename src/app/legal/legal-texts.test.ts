import { expect, test } from 'vitest';
import { serviceNames } from '#features/accounts/going-on.ts';
import { textProblem } from '#features/legal/rules.ts';
import { firstText } from '#features/legal/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';

const services = {
  kakao: m['accounts.service.kakao'],
  naver: m['accounts.service.naver'],
  line: m['accounts.service.line'],
  google: m['accounts.service.google'],
};

test.each(locales)(
  'the texts in %s lead to the page where one leaves, by the names that it has',
  (locale) => {
    const place = `${m['accounts.my.title']({}, { locale })} > ${m['accounts.my.privacy']({}, { locale })}`;
    for (const text of ['terms.a11', 'privacy.a6', 'privacy.a7'] as const) {
      expect(m[`legal.${text}.text`]({}, { locale })).toContain(place);
    }
  },
);

test.each(locales)('the privacy text in %s names every external sign-in service', (locale) => {
  const text = m['legal.privacy.a1.text']({}, { locale });
  for (const name of serviceNames) expect(text).toContain(services[name]({}, { locale }));
});

test.each([
  ['ko', '브라우저를 알아보는 쿠키', '1년'],
  ['en', 'recognises a browser', 'a year'],
  ['ja', 'ブラウザーを識別するCookie', '1年間'],
] as const)('the privacy text in %s names the cookie that recognises a browser', (locale, cookie, stays) => {
  const text = m['legal.privacy.a9.text']({}, { locale });
  expect(text).toContain(cookie);
  expect(text).toContain(stays);
  expect(m['legal.privacy.a12.text']({}, { locale })).toContain('2026-11-27');
});

test.each(locales)(
  'the privacy text in %s says what ads of Google do, and that they are asked for',
  (locale) => {
    for (const text of ['a4', 'a5', 'a9'] as const)
      expect(m[`legal.privacy.${text}.text`]({}, { locale })).toContain('Google');
    expect(m['legal.privacy.a9.text']({}, { locale })).toContain('180');
  },
);

test.each(locales)('the terms in %s speak of all that is traded, and of the fee as it is set', (locale) => {
  const { text } = { text: firstText('terms', locale, 7.5) };
  expect(textProblem(text)).toBeNull();
  expect(textProblem(firstText('privacy', locale, 7.5))).toBeNull();
  expect(text).toContain('7.5%');
  for (const key of [
    'rights',
    'baskets',
    'auctions',
    'bounties',
    'sponsorship',
    'passports',
    'calls',
    'assistant',
  ] as const)
    expect(text).toContain(m[`legal.terms.${key}.title`]({}, { locale }));
  for (const name of ['TURN', 'LiveKit', 'Anthropic'])
    expect(firstText('privacy', locale, 10)).toContain(name);
});
