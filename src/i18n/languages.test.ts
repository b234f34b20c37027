import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  inEachLanguage,
  isLocale,
  languageRedirect,
  languages,
  locales,
  localeForAnswer,
  localeFromAcceptLanguage,
  localeFromSaved,
  localizePath,
  splitPath,
  textIn,
} from './languages.ts';

const anyLocale = fc.constantFrom(...locales);
const segment = fc.oneof(
  fc.constantFrom(
    'en',
    'jp',
    'ko',
    'ja',
    'enx',
    'resources',
    'type',
    '드론',
    '',
    '.',
    '..',
    '\\',
    '%2F',
    'evil.example',
  ),
  fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[/?#]/g, '')),
);
const anyPath = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);
/** Paths of the route table: none starts with a language prefix. */
const routePath = anyPath.filter((path) => !splitPath(path).hasPrefix);

describe('a path and its language', () => {
  test.each([
    ['/', 'ko', false, '/'],
    ['/en', 'en', true, '/'],
    ['/en/', 'en', true, '/'],
    ['/jp', 'ja', true, '/'],
    ['/jp/resources/type/3d_model', 'ja', true, '/resources/type/3d_model'],
    ['/en/en', 'en', true, '/en'],
    // Only a whole first segment in our own spelling is a prefix.
    ['/english', 'ko', false, '/english'],
    ['/EN/resources', 'ko', false, '/EN/resources'],
    ['/ja/resources', 'ko', false, '/ja/resources'],
    ['/ko/resources', 'ko', false, '/ko/resources'],
    ['/resources/en', 'ko', false, '/resources/en'],
  ] as const)('%s is split', (pathname, locale, hasPrefix, path) => {
    expect(splitPath(pathname)).toEqual({ locale, hasPrefix, path });
  });

  test.each([
    ['/', 'ko', '/'],
    ['/', 'en', '/en'],
    ['/', 'ja', '/jp'],
    ['/resources', 'ko', '/resources'],
    ['/resources', 'en', '/en/resources'],
    ['/resources', 'ja', '/jp/resources'],
  ] as const)('%s in %s is %s', (path, locale, address) => {
    expect(localizePath(path, locale)).toBe(address);
  });

  test('every path of the route table survives a round trip through every language', () => {
    fc.assert(
      fc.property(routePath, anyLocale, (path, locale) => {
        expect(splitPath(localizePath(path, locale))).toEqual({ locale, hasPrefix: locale !== 'ko', path });
      }),
    );
  });

  test('every address survives splitting and joining', () => {
    fc.assert(
      fc.property(anyPath, (pathname) => {
        const { locale, path } = splitPath(pathname);
        // "/en" and "/en/" are one page; we write the shorter address.
        expect(localizePath(path, locale)).toBe(pathname.replace(/^\/(en|jp)\/$/, '/$1'));
      }),
    );
  });
});

describe('the saved choice', () => {
  test.each([
    ['ko', 'ko'],
    ['en', 'en'],
    ['jp', 'ja'],
    ['ja', null],
    ['EN', null],
    ['fr', null],
    ['', null],
    [undefined, null],
  ] as const)('%s means %s', (saved, locale) => {
    expect(localeFromSaved(saved)).toBe(locale);
  });

  test('a choice saved by the selector is read back', () => {
    for (const locale of locales) expect(localeFromSaved(languages[locale].saved)).toBe(locale);
  });

  test.each([
    ['ko', true],
    ['ja', true],
    ['jp', false],
    [undefined, false],
    [1, false],
  ])('%s is a locale: %s', (value, answer) => {
    expect(isLocale(value)).toBe(answer);
  });
});

describe("the browser's language", () => {
  test.each([
    [undefined, null],
    ['', null],
    ['*', null],
    ['*;q=0.5', null],
    [' , ,', null],
    ['ko', 'ko'],
    ['KO-kr', 'ko'],
    ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
    ['ja', 'ja'],
    ['ja-JP', 'ja'],
    ['jp', 'ja'],
    ['en-GB', 'en'],
    ['fr-FR,ko;q=0.5', 'en'],
    ['zh', 'en'],
    // The highest weight wins, at any position; of equal weights the first.
    ['en;q=0.3, ja;q=0.7, ko;q=0.5', 'ja'],
    ['en;q=0.3,ko', 'ko'],
    ['ja;q=0.5,ko;q=0.5', 'ja'],
    ['*,ko;q=0.1', 'ko'],
    // Weight zero means "not this one".
    ['en;q=0, ja;q=0.1', 'ja'],
    ['ko;q=0', null],
    ['ja ; q=0.2 , en ; q=0.9', 'en'],
    ['en;level=1;q=0.1,ko;q=0.2', 'ko'],
    // An entry with an invalid weight is ignored.
    ['en;q=1.2.3,ja;q=0.1', 'ja'],
  ] as const)('%j selects %s', (header, locale) => {
    expect(localeFromAcceptLanguage(header)).toBe(locale);
  });

  test('an API response is Korean when no language is requested', () => {
    expect(localeForAnswer(undefined)).toBe('ko');
    expect(localeForAnswer('*')).toBe('ko');
    expect(localeForAnswer('ja')).toBe('ja');
  });

  test('any header is accepted without an error', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(locales).toContain(localeForAnswer(header));
      }),
    );
  });
});

describe('a redirect', () => {
  const ask = (pathname: string, saved?: string, acceptLanguage?: string, search = '') =>
    languageRedirect({ pathname, search, saved, acceptLanguage });

  test.each([
    // The saved choice wins over the address and the browser.
    ['/resources', 'en', 'ja', '/en/resources'],
    ['/jp/resources', 'en', 'ja', '/en/resources'],
    ['/en/resources', 'ko', 'en', '/resources'],
    ['/en', 'ko', 'en', '/'],
    ['/', 'jp', 'ko', '/jp'],
    ['/jp/resources', 'jp', 'en', null],
    ['/resources', 'ko', 'ja', null],
    // Without a choice, the address decides.
    ['/en/resources', undefined, 'ko', null],
    ['/jp', undefined, 'en', null],
    ['/en/resources', 'nonsense', 'ko', null],
    // Without a prefix either, the browser decides.
    ['/', undefined, 'en-US', '/en'],
    ['/resources', undefined, 'ja', '/jp/resources'],
    ['/resources', undefined, 'jp', '/jp/resources'],
    ['/resources', undefined, 'de', '/en/resources'],
    ['/resources', undefined, 'ko;q=0.2,en;q=0.1', null],
    // Crawlers send no language and see the requested page.
    ['/resources', undefined, undefined, null],
    ['/resources', undefined, '*', null],
    ['/en/resources', undefined, undefined, null],
    // A duplicate prefix does not cause a second redirect.
    ['/en/jp/resources', 'ko', undefined, '/resources'],
    ['/jp/en', 'ko', undefined, '/'],
    // Spellings of other sites are redirected to ours.
    ['/ko/admin/orders', undefined, 'ko', '/admin/orders'],
    ['/ko', undefined, undefined, '/'],
    ['/ko/admin/orders', undefined, 'en', '/en/admin/orders'],
    ['/ko/resources', 'en', 'ko', '/en/resources'],
    ['/ja/resources', undefined, 'ko', '/jp/resources'],
    ['/ja', 'jp', 'ko', '/jp'],
    ['/ko/ja/en/resources', 'ko', undefined, '/resources'],
    ['/korea', undefined, 'ko', null],
    ['/ko//evil.example', 'ko', undefined, '/evil.example'],
  ] as const)('from %s, saved %s, browser %s, goes to %s', (pathname, saved, browser, target) => {
    expect(ask(pathname, saved, browser)).toBe(target);
  });

  test('keeps ids, type segments and the query', () => {
    expect(ask('/jp/resources/type/3d_model', 'en', undefined, '?search=%EB%93%9C%EB%A1%A0&page=2')).toBe(
      '/en/resources/type/3d_model?search=%EB%93%9C%EB%A1%A0&page=2',
    );
    expect(ask('/', 'en', undefined, '?from=/jp')).toBe('/en?from=/jp');
  });

  test.each([
    ['/en//evil.example', 'ko', '/evil.example'],
    ['/en///evil.example/x', 'ko', '/evil.example/x'],
    ['/en/\\evil.example', 'ko', '/evil.example'],
    ['/en\\evil.example', 'ko', null],
    ['/en/\t/evil.example', 'ko', '/evil.example'],
    ['/jp//en//evil.example', 'ko', '/evil.example'],
    ['//evil.example', 'en', '/en/evil.example'],
    ['/\\evil.example', 'en', '/en/evil.example'],
    ['//evil.example', 'ko', null],
  ] as const)('from %j, saved %s, stays on this host: %j', (pathname, saved, target) => {
    expect(ask(pathname, saved)).toBe(target);
  });

  const anyRequest = fc.record({
    pathname: anyPath,
    search: fc.constantFrom('', '?page=2', '?next=//evil.example'),
    saved: fc.option(fc.constantFrom('ko', 'en', 'jp', 'ja', 'x'), { nil: undefined }),
    acceptLanguage: fc.option(fc.constantFrom('ko', 'en', 'ja', '*', 'de;q=0.5,ja;q=0.9'), {
      nil: undefined,
    }),
  });

  test('never names another host, for any path', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const target = languageRedirect(request);
        fc.pre(target !== null);
        expect(new URL(target, 'https://gongbang.example/a/b').host).toBe('gongbang.example');
      }),
      { numRuns: 2000 },
    );
  });

  test('never loops: the target does not redirect again', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const target = languageRedirect(request);
        fc.pre(target !== null);
        const pathname = target.slice(0, target.length - request.search.length);
        expect(languageRedirect({ ...request, pathname })).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});

test('texts without a translation are read in English, and a value is made for each language', () => {
  for (const locale of locales) {
    expect(textIn({ en: 'Coin' }, locale)).toBe('Coin');
    expect(textIn({ ...inEachLanguage((each) => `in ${each}`) }, locale)).toBe(`in ${locale}`);
  }
  expect(Object.keys(inEachLanguage(() => ''))).toEqual(locales);
});

test('what browsers send belongs to one row', () => {
  const starts = locales.flatMap((locale) => languages[locale].accepts);
  for (const start of starts) expect(starts.filter((other) => other.startsWith(start))).toEqual([start]);
});
