import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Catalogue = { [key: string]: string | Catalogue };

function flatten(words: Catalogue, at = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[at + key, value] as [string, string]] : flatten(value, `${at + key}.`),
  );
}

function catalogue(lang: string): Map<string, string> {
  const rooms = ['app', 'features/resources', 'features/services', 'features/accounts', 'platform/shared'];
  return new Map(
    rooms.flatMap((room) =>
      flatten(JSON.parse(readFileSync(new URL(`../${room}/locales/${lang}.json`, import.meta.url), 'utf8'))),
    ),
  );
}

const english = catalogue('en');

describe('the English texts are those that docs/product.md quotes', () => {
  test.each([
    ['app.home.find', 'Find Resources'],
    ['app.home.find_printers', 'Find Nearby 3D Printers'],
    ['app.home.more', 'View more'],
    ['app.promo.start_title', 'Start 3D Printing'],
    ['app.promo.register_title', 'Register Your Printer'],
    ['app.admin.restricted', 'Access Restricted'],
    ['app.admin.restricted_text', 'Admin privileges required to access this page'],
    ['services.near.title', 'Services Near Me'],
    ['services.location.checking', 'Getting location information...'],
    ['resources.list.empty', 'No resources available.'],
    ['resources.list.view_all', 'View all resources'],
    ['resources.list.error', 'There was a problem loading the data.'],
    ['resources.list.retrying', 'Automatically retrying...'],
    [
      'resources.error.resource_not_found',
      'The requested resource could not be found or you do not have access to it.',
    ],
    ['platform.client.wrong_format', 'The server response format is not correct.'],
  ])('%s: %s', (key, words) => {
    expect(english.get(key)).toBe(words);
  });
});

/** docs/glossary.md: one word for one thing. */
test.each([
  ['ko', /내려받/],
  ['ja', /資料|作品|メーカー/],
])('no text in %s contains %s', (lang, word) => {
  expect([...catalogue(lang)].filter(([, words]) => word.test(words))).toEqual([]);
});
