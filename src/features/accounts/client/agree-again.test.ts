import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { overwriteGetLocale } from '#i18n/generated/runtime.js';
import { AgreeAgain } from './agree-again.tsx';

afterEach(() => overwriteGetLocale(() => 'ko'));

test.each([
  ['ko', '약관에 동의해 주세요'],
  ['en', 'Please agree to the terms'],
  ['ja', '規約への同意をお願いします'],
] as const)('the bar about new terms leads to the page that asks for consent, in %s', (locale, words) => {
  overwriteGetLocale(() => locale);
  const html = renderToStaticMarkup(createElement(AgreeAgain));
  expect(html).toMatch(/href="[^"]*\/my"/);
  expect(html).toContain(words);
});
