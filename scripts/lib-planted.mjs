/**
 * Twelve faults and the part of `npm test` that catches each. A fault replaces one exact text of one file (`from`,
 * `to`); its catcher is a check of `scripts/check.mjs`, or one test by file and title. The catcher's output contains
 * `says` because of the fault.
 */
export const faults = [
  {
    name: 'missing lock',
    file: 'src/features/auctions/server/bidding.ts',
    from: 'from auction where id = ${id} for update)',
    to: 'from auction where id = ${id})',
    catcher: {
      vitest: 'src/features/auctions/server/at-once.test.ts',
      title: 'concurrent bids in two processes: none is lost or doubled, in one consistent order',
    },
    says: 'duplicate key value violates unique constraint',
  },
  {
    name: 'fee rounded the other way',
    file: 'src/platform/shared/fee.ts',
    from: 'Number((BigInt(principal) * BigInt(Math.round(feePercent * 100))) / 10_000n)',
    to: 'Number((BigInt(principal) * BigInt(Math.round(feePercent * 100)) + 9_999n) / 10_000n)',
    catcher: {
      vitest: 'src/platform/shared/fee.test.ts',
      title: 'the fee is the percentage, rounded down in the smallest unit in favour of the buyer',
    },
    says: 'Counterexample: [1,1]',
  },
  {
    name: 'forgotten owner check',
    file: 'src/features/services/access.ts',
    from: "actor !== null && service.state !== 'removed' && (actor.id === service.ownerId || actor.isAdmin)",
    to: "actor !== null && service.state !== 'removed'",
    catcher: {
      vitest: 'src/features/services/server/writing.test.ts',
      title: 'by its owner and by admins only',
    },
    says: 'expected 200 to be 403',
  },
  {
    name: 'word missing in Japanese',
    file: 'src/app/locales/ja.json',
    from: '      "lead": "工房は、ものづくりのリソースと近くの作り手をひとつの場所で結びます。見つけたものが机の上に届き、ちゃんと動くまで。",\n',
    to: '',
    catcher: { check: 'scripts/words.mjs', args: ['--check'] },
    says: 'src/app/locales/ja.json: "app.about.lead" is missing',
  },
  {
    name: 'broken link in a menu',
    file: 'src/app/shell/places.ts',
    from: "{ to: '/remote-support',",
    to: "{ to: '/remote-suport',",
    catcher: {
      playwright: 'e2e/menus.e2e.ts',
      title: 'no menu links a guest to a missing page, from any page',
    },
    says: '/ -> /remote-suport: 404',
  },
  {
    name: 'axe violation',
    file: 'src/app/shell/not-found.tsx',
    from: '<p className="text-ink-soft">',
    to: '<p className="text-line">',
    catcher: { playwright: 'e2e/pages.e2e.ts', title: 'is 404 with an explanation: Korean' },
    says: 'color-contrast: Elements must meet minimum color contrast ratio thresholds',
  },
  {
    name: 'page that throws in one language',
    file: 'src/app/about/about-page.tsx',
    // Japanese has no spaces.
    from: '<h1 className="text-4xl font-bold">{m[\'app.about.title\']()}</h1>',
    to: "<h1 className=\"text-4xl font-bold\">{m['app.about.title']().split(' ')[1]!.length > 0 && m['app.about.title']()}</h1>",
    catcher: {
      playwright: 'e2e/routes.e2e.ts',
      title: 'every route returns the page of docs/product.md to guests, in ja',
    },
    says: '"/about": Object {',
  },
  {
    name: 'late job',
    file: 'src/features/orders/server/timers.ts',
    from: '{ key: `orders.timer ${orderId} ${kind}`, runAt: at },',
    to: '{ key: `orders.timer ${orderId} ${kind}`, runAt: new Date(at.getTime() + 60_000) },',
    catcher: {
      vitest: 'src/features/orders/server/routes.test.ts',
      title: 'a withdrawn dispute returns to the former state with at least two days left',
    },
    says: 'jobs come at the wrong time: [{"order_id":',
  },
  {
    name: 'cross-room import',
    file: 'src/features/auctions/server/clock.ts',
    from: "import type { PlacingDeps } from '#features/orders/server/public.ts';",
    to: "import type { PlacingDeps } from '#features/orders/server/deals.ts';",
    catcher: { check: 'scripts/check-dependencies.mjs' },
    says: 'src/features/auctions/server/clock.ts → src/features/orders/server/deals.ts',
  },
  {
    name: 'unescaped name',
    file: 'src/features/resources/server/embed.ts',
    from: '<span>${escaped(resource.author)}</span>',
    to: '<span>${resource.author}</span>',
    catcher: {
      vitest: 'src/features/resources/server/managing-routes.test.ts',
      title: 'may be framed by any site, runs no scripts and describes the resource',
    },
    says: '<span><i>만든이</i></span>',
  },
  {
    name: 'wrong plural',
    file: 'src/features/social/locales/en.json',
    from: '"count=1": "{count} follower"',
    to: '"count=1": "{count} followers"',
    catcher: { vitest: 'src/i18n/counts.test.ts', title: 'English uses the singular for one' },
    says: 'social.follow.count: 1 followers',
  },
  {
    name: 'broken migration',
    file: 'migrations/20261216010000-lots-refunded-before-winning-bound.sql',
    from: 'add column is_binding boolean not null default true;',
    to: 'add column is_binding boolean not null;',
    catcher: {
      vitest: 'src/platform/server/migrate.test.ts',
      title: 'a NOT NULL column is added with a value for existing rows',
    },
    says: '20261216010000-lots-refunded-before-winning-bound.sql: auction.is_binding',
  },
];

/** Counts the occurrences of a text in another one. */
export const timesIn = (text, part) => text.split(part).length - 1;
