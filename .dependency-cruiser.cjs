/** Allowed directions of imports: app → features → i18n, ui → platform. Read by scripts/check-dependencies.mjs. */

const tests = '\\.test\\.tsx?$|/testing\\.ts$|/test-[a-z-]+\\.ts$';
/** Parts of app/ that run on the server; the rest is pages. */
const appServer = '^src/app/(main|serve|worker|server|runtime|jobs|pages|page-server)\\.ts$';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'rooms-do-not-know-the-house',
    comment:
      'A room must not import from src/app. What both need belongs in the room (app imports it from there) or in src/platform.',
    from: { path: '^src/features/', pathNot: tests },
    to: { path: '^src/app/' },
  },
  {
    name: 'words-and-looks-know-no-room',
    comment:
      'src/ui and src/i18n must not know rooms or the house. Hand the value in as a property, or move the code into the room.',
    from: { path: '^src/(ui|i18n)/' },
    to: { path: '^src/(app|features)/' },
  },
  {
    name: 'platform-knows-nothing-above-it',
    comment:
      'src/platform is the ground: it must not import rooms, the house or src/ui. Let the caller pass in what it needs, or move the code up.',
    from: { path: '^src/platform/', pathNot: tests },
    to: { path: '^src/(app|features|ui)/' },
  },
  {
    name: 'server-and-client-never-meet',
    comment:
      "A room's server/ must not import client code. What both sides need belongs in the room's contract.ts, rules.ts or access.ts.",
    from: { path: '^src/features/[^/]+/server/' },
    to: { path: '^src/(features/[^/]+/client|platform/client|ui)/' },
  },
  {
    name: 'client-and-server-never-meet',
    comment:
      "Browser code must not import server code. What both sides need belongs in the room's contract.ts, rules.ts or access.ts, or in src/platform/shared.",
    from: {
      path: [
        '^src/features/[^/]+/client/',
        '^src/ui/',
        '^src/platform/client/',
        '^src/app/.+\\.tsx$',
        '^src/app/(router|routes)\\.ts$',
      ],
    },
    to: { path: '^src/(features/[^/]+/server|platform/server)/' },
  },
  {
    name: 'shared-files-take-no-side',
    comment:
      "A room's contract.ts, rules.ts and access.ts serve both sides, so they import neither server/ nor client/. Move what they need up beside them.",
    from: { path: '^src/features/[^/]+/[^/]+\\.ts$', pathNot: tests },
    to: { path: '^src/(features/[^/]+/(server|client)|platform/(server|client)|ui)/' },
  },
  {
    name: 'shared-platform-takes-no-side',
    comment:
      'src/platform/shared and src/i18n run everywhere, so they import neither server nor client code. Put the code in src/platform/server or src/platform/client.',
    from: { path: '^src/(platform/shared|i18n)/', pathNot: tests },
    to: { path: '^src/(platform/(server|client)|ui)/' },
  },
  {
    name: 'platform-server-has-no-pages',
    comment:
      'src/platform/server must not import browser code. What both need belongs in src/platform/shared.',
    from: { path: '^src/platform/server/' },
    to: { path: '^src/platform/client/' },
  },
  {
    name: 'rooms-meet-at-the-door',
    comment:
      'A room reaches another one only through its contract.ts, server/public.ts or client/public.tsx. List what you need there, or write an event if the other room stands above yours.',
    from: { path: '^src/features/([^/]+)/', pathNot: tests },
    to: {
      path: '^src/features/',
      pathNot: [
        '^src/features/$1/',
        '^src/features/[^/]+/(contract\\.ts|server/public\\.ts|client/public\\.tsx)$',
      ],
    },
  },
  {
    name: 'tests-meet-at-the-door-too',
    comment:
      'A test reaches another room only through its contract.ts, server/public.ts, client/public.tsx or server/testing.ts.',
    from: { path: `^src/features/([^/]+)/.*(${tests})` },
    to: {
      path: '^src/features/',
      pathNot: [
        '^src/features/$1/',
        '^src/features/[^/]+/(contract\\.ts|server/(public|testing)\\.ts|client/public\\.tsx)$',
      ],
    },
  },
  {
    name: 'house-enters-by-the-door',
    comment:
      "Outside the rooms, only a room's contract.ts, server/public.ts, client/public.tsx and its pages may be imported. List what you need in one of them.",
    from: { path: '^(src/app|demo|fakes|scripts)/', pathNot: tests },
    to: {
      path: '^src/features/',
      pathNot:
        '^src/features/[^/]+/(contract\\.ts|server/public\\.ts|client/(public|[a-z0-9-]+-page)\\.tsx)$',
    },
  },
  {
    name: 'pages-are-for-the-route-table',
    comment:
      "A page is reached by its address. What another page wants to show belongs in the room's client/public.tsx.",
    from: { path: '^src/', pathNot: '^src/app/(routes|routeTree\\.gen)\\.ts$' },
    to: { path: '^src/features/[^/]+/client/[a-z0-9-]+-page\\.tsx$' },
  },
  {
    name: 'demo-and-fakes-stay-outside',
    comment:
      "The product must not lean on demo/ or fakes/. Only src/app's start, scripts and tests load them.",
    from: { path: '^src/', pathNot: [tests, appServer] },
    to: { path: '^(demo|fakes)/' },
  },
  {
    name: 'tests-are-not-parts',
    comment:
      'Code must not import tests or what only tests need. Move the shared part into an ordinary file.',
    from: { path: '^(src|demo)/', pathNot: tests },
    to: { path: [tests, '^node_modules/(vitest|@playwright|fast-check)/'] },
  },
  {
    name: 'no-cycles',
    comment:
      'These files import each other in a circle. Move what they share into a file of its own, or pass it as an argument.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'imports-exist',
    comment: 'This import leads nowhere. Check its path, its extension and package.json.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/i18n/generated/.+/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
