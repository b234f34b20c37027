import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { routes } from '#app/routes.ts';
import { adSlots } from '#platform/shared/ad-slots.ts';
import { standardSettings } from '#platform/shared/settings.ts';
import {
  asConsent,
  bannerDaysAfter,
  cardsPerNative,
  consents,
  hasAdsPolicy,
  isAdFree,
  maxInFlow,
  maxOver,
  maxViewsADay,
  nativesOf,
  pickBanner,
  seenOf,
  slotsOf,
  withView,
  type AdPage,
  type Slot,
} from './rules.ts';

const over: ReadonlySet<Slot> = new Set(['anchor', 'vignette', 'mobile_sticky', 'overlay']);
const page = fc.record<AdPage>({
  path: fc.oneof(
    fc.constantFrom(
      '/',
      '/resources',
      '/resources/',
      '/resources/type/3d_model',
      '/resources/1',
      '/services',
      '/services/type/3d_printing',
      '/services/1',
      '/about',
      '/auctions/1',
      '/login',
      '/my/orders',
    ),
    fc.webPath(),
  ),
  isWide: fc.boolean(),
  open: fc.uniqueArray(fc.constantFrom(...adSlots)),
  hasAdsense: fc.boolean(),
});
const at = (path: string, fields: Partial<AdPage> = {}): AdPage => ({
  path,
  isWide: true,
  open: adSlots,
  hasAdsense: false,
  ...fields,
});

describe('the budget of a page', () => {
  test('is kept for any open slots: two in the flow, one overlay, none on ad-free pages', () => {
    fc.assert(
      fc.property(page, fc.nat(200), (each, cards) => {
        const shown = slotsOf(each);
        expect(new Set(shown).size).toBe(shown.length);
        for (const slot of shown) expect(each.open).toContain(slot);
        const moving = shown.filter((slot) => over.has(slot));
        expect(moving.length).toBeLessThanOrEqual(maxOver);
        expect(shown.length - moving.length).toBeLessThanOrEqual(maxInFlow);
        expect(isAdFree(each.path) && shown.length > 0).toBe(false);
        const isGoogles = moving.includes('anchor') || moving.includes('vignette');
        expect(isGoogles && !each.hasAdsense).toBe(false);
        const natives = nativesOf(shown, cards);
        expect(natives.length * cardsPerNative).toBeLessThanOrEqual(cards);
        expect(new Set(natives.map(({ before }) => before)).size).toBe(natives.length);
        for (const { slot, before } of natives) {
          expect(shown).toContain(slot);
          expect(before).toBeGreaterThan(0);
          expect(before).toBeLessThan(cards);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('every slot is shown on some page when it alone is open', () => {
    for (const slot of adSlots) {
      const isSomewhere = ['/', '/resources', '/resources/1'].some((path) =>
        [true, false].some((isWide) =>
          slotsOf(at(path, { open: [slot], isWide, hasAdsense: true })).includes(slot),
        ),
      );
      expect([slot, isSomewhere]).toEqual([slot, true]);
    }
  });

  test('has few ads by default: at the end of the content and in the side menu, no overlays', () => {
    const { adSlots: open } = standardSettings;
    expect(slotsOf(at('/', { open }))).toEqual(['content_end', 'sidebar_bottom']);
    expect(slotsOf(at('/', { open, isWide: false, hasAdsense: true }))).toEqual(['content_end']);
  });

  test.each([
    ['/resources', true, ['native_25', 'native_50', 'overlay']],
    ['/resources', false, ['native_25', 'native_50', 'mobile_sticky']],
    ['/resources/1', true, ['in_page', 'content_end', 'overlay']],
    ['/about', true, ['content_end', 'sidebar_bottom', 'overlay']],
    ['/about', false, ['content_end', 'menu_banner', 'mobile_sticky']],
    ['/login', true, []],
  ] as const)('with everything open, %s (wide: %j) shows %j', (path, isWide, shown) => {
    expect(slotsOf(at(path, { isWide }))).toEqual(shown);
  });

  test('lists have ads at a quarter, half and three quarters', () => {
    const natives: Slot[] = ['native_25', 'native_50', 'native_75'];
    expect(nativesOf(natives, 24)).toEqual([
      { slot: 'native_25', before: 6 },
      { slot: 'native_50', before: 12 },
      { slot: 'native_75', before: 18 },
    ]);
    expect(nativesOf(natives, 7)).toEqual([]);
    expect(nativesOf(['native_50'], 8)).toEqual([{ slot: 'native_50', before: 4 }]);
  });
});

describe('pages without ads', () => {
  type Node = { path?: string; children?: Node[] };
  const pathsOf = (node: Node, above: string): string[] => {
    const own = node.path === undefined ? above : `${above}${node.path}`;
    return [own, ...(node.children ?? []).flatMap((child) => pathsOf(child, own))];
  };
  const all = [...new Set(pathsOf(routes as Node, ''))].filter((path) => path !== '');
  /** Paths in docs/product.md, private pages and pages with a task in progress. */
  const free = [
    /^\/(auth|login|register|sign-in|confirm-email|my|admin|payment|sponsor|call|orders|p|quotes|quote-requests|play|ai-assembly|remote-support|estimate|design)\b/,
    /^\/\{\$step\}-password/,
    /^\/resources\/(create|upload|manage)/,
    /^\/services\/register/,
  ];
  test('include all such routes of the route table', () => {
    expect(all.length).toBeGreaterThan(40);
    for (const path of all) {
      const address = path
        .replace('/{$step}-password', '/forgot-password')
        .replaceAll(/\{-?\$\w*\}|\$\w*/g, 'x')
        .replace('uploadx', 'upload-tus');
      const expected = free.some((each) => each.test(path));
      // The router accepts addresses in any case, with escapes and with doubled slashes.
      const written = [address, address.toUpperCase(), `/${address}`, `${address}/`, escaped(address)];
      for (const each of written) expect([each, isAdFree(each)]).toEqual([each, expected]);
    }
  });
  test('include invalid addresses', () => {
    expect(isAdFree('/%E0%A4%A')).toBe(true);
  });
  const escaped = (address: string) =>
    address.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

  test('only public documents for guests with consent, when configured, run the script of Google', () => {
    for (const path of all) {
      const address = path
        .replace('/{$step}-password', '/forgot-password')
        .replaceAll(/\{-?\$\w*\}|\$\w*/g, 'x');
      for (const written of [address, address.toUpperCase(), escaped(address)])
        for (const isConfigured of [true, false])
          for (const isGuest of [true, false])
            for (const consent of [...consents, null])
              expect([written, hasAdsPolicy({ path: written, isConfigured, isGuest, consent })]).toEqual([
                written,
                isConfigured && isGuest && consent === 'yes' && !free.some((each) => each.test(path)),
              ]);
    }
  });
  test('nothing but yes counts as consent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constant(undefined)), (value) => {
        expect(asConsent(value)).toBe(value === 'yes' || value === 'no' ? value : null);
      }),
    );
  });
  test.each([
    '/login',
    '/register',
    '/profile',
    '/admin',
    '/admin/users',
    '/account',
    '/settings',
    '/payment/success',
    '/payment-demo',
    '/my/orders',
    '/sponsor',
    '/call/x',
  ])('%s', (path) => {
    expect(isAdFree(path)).toBe(true);
  });
  test.each(['/', '/resources', '/resources/1', '/mystery', '/administration', '/about', '/auctions/1'])(
    'but not %s',
    (path) => {
      expect(isAdFree(path)).toBe(false);
    },
  );
});

describe('daily limit', () => {
  const banner = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom('house' as const, 'sponsor' as const),
  });
  test('is never exceeded, and sponsors come first', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(banner, { selector: ({ id }) => id }),
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 60 }),
        (banners, chances) => {
          let seen = seenOf(null, '2026-11-23');
          for (const chance of chances) {
            const picked = pickBanner(banners, seen, chance);
            const hasSponsor = banners.some(
              ({ id, kind }) => kind === 'sponsor' && (seen.views[id] ?? 0) < maxViewsADay,
            );
            expect(picked?.kind === 'sponsor').toBe(hasSponsor);
            if (picked) seen = withView(seen, picked.id);
          }
          expect(Math.max(0, ...Object.values(seen.views))).toBeLessThanOrEqual(maxViewsADay);
        },
      ),
    );
  });
  test('counts mounted banners before they were seen', () => {
    const one = [{ id: 'a', kind: 'house' as const }];
    const seen = { day: '2026-11-23', views: { a: maxViewsADay - 1 } };
    expect(pickBanner(one, seen, 0)).toEqual(one[0]);
    expect(pickBanner(one, seen, 0, ['a'])).toBeNull();
    expect(pickBanner(one, seen, 0, ['b'])).toEqual(one[0]);
  });
  test('is reset each day, for any stored value', () => {
    const seen = withView(seenOf(null, '2026-11-23'), 'a');
    expect(seenOf(seen, '2026-11-23').views).toEqual({ a: 1 });
    expect(seenOf(seen, '2026-11-24').views).toEqual({});
    fc.assert(
      fc.property(fc.anything(), (noted) => {
        expect(seenOf(noted, 'today').day).toBe('today');
      }),
    );
  });
});

test('a month of a banner is 31 days in any month', () => {
  expect(bannerDaysAfter('2026-01-31')).toBe('2026-03-03');
  expect(bannerDaysAfter('2028-02-01')).toBe('2028-03-03');
  expect(bannerDaysAfter('2026-12-01')).toBe('2027-01-01');
});
