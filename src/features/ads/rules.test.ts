import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { routes } from '#app/routes.ts';
import {
  isAdFree,
  mostOnPage,
  mostViewsADay,
  pickBanner,
  seenOf,
  slotBudget,
  withinBudget,
  withView,
  type Slot,
} from './rules.ts';

const slots = Object.keys(slotBudget) as Slot[];

test('whatever a page would like, it keeps to the budget', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...slots), { maxLength: 30 }), (wanted) => {
      const shown = withinBudget(wanted);
      expect(shown.length).toBeLessThanOrEqual(mostOnPage);
      for (const slot of slots)
        expect(shown.filter((each) => each === slot).length).toBeLessThanOrEqual(slotBudget[slot]);
    }),
  );
});

test.each(['anchor', 'vignette', 'overlay', 'mobile_sticky'] as const)('%s covers nothing', (slot) => {
  expect(withinBudget([slot])).toEqual([]);
});

describe('places without ads', () => {
  type Node = { path?: string; children?: Node[] };
  const pathsOf = (node: Node, above: string): string[] => {
    const own = node.path === undefined ? above : `${above}${node.path}`;
    return [own, ...(node.children ?? []).flatMap((child) => pathsOf(child, own))];
  };
  const all = [...new Set(pathsOf(routes as Node, ''))].filter((path) => path !== '');
  /** What the product names, what is one's own, and where somebody is in the middle of something. */
  const free = [
    /^\/(auth|login|register|sign-in|confirm-email|my|admin|payment|orders|quotes|quote-requests|play|ai-assembly|remote-support|estimate|design)\b/,
    /^\/\{\$step\}-password/,
    /^\/resources\/(create|upload|manage)/,
    /^\/services\/register/,
  ];
  test('are all those of the route table that should be', () => {
    expect(all.length).toBeGreaterThan(40);
    for (const path of all) {
      const address = path
        .replace('/{$step}-password', '/forgot-password')
        .replaceAll(/\{-?\$\w*\}|\$\w*/g, 'x')
        .replace('uploadx', 'upload-tus');
      expect([path, isAdFree(address)]).toEqual([path, free.some((each) => each.test(path))]);
    }
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

describe('how often', () => {
  const banner = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom('house' as const, 'sponsor' as const),
  });
  test('nobody is shown one more than so often in a day, sponsors come first', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(banner, { selector: ({ id }) => id }),
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 60 }),
        (banners, chances) => {
          let seen = seenOf(null, '2026-11-23');
          for (const chance of chances) {
            const picked = pickBanner(banners, seen, chance);
            const hasSponsor = banners.some(
              ({ id, kind }) => kind === 'sponsor' && (seen.views[id] ?? 0) < mostViewsADay,
            );
            expect(picked?.kind === 'sponsor').toBe(hasSponsor);
            if (picked) seen = withView(seen, picked.id);
          }
          expect(Math.max(0, ...Object.values(seen.views))).toBeLessThanOrEqual(mostViewsADay);
        },
      ),
    );
  });
  test('begins anew each day, whatever was noted', () => {
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
