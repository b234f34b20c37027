import { constants as zlib } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyServerFactory } from 'fastify';
import { accountsRoutes, createSessions } from '#features/accounts/server/public.ts';
import { adsRoutes, findBannerOpen } from '#features/ads/server/public.ts';
import { adminRoutes } from '#features/admin/server/public.ts';
import { assistantRoutes, createTranslator } from '#features/assistant/server/public.ts';
import { catalogueRoutes } from '#features/catalogue/server/public.ts';
import { communityRoutes } from '#features/community/server/public.ts';
import { callsRoutes, type GetJoinable } from '#features/calls/server/public.ts';
import { conversationsRoutes } from '#features/conversations/server/public.ts';
import { findingRoutes } from '#features/finding/server/public.ts';
import { gamesRoutes } from '#features/games/server/public.ts';
import { moderationRoutes } from '#features/moderation/server/public.ts';
import { notificationsRoutes } from '#features/notifications/server/public.ts';
import { ordersRoutes } from '#features/orders/server/public.ts';
import { paymentsRoutes, sandboxRoutes } from '#features/payments/server/public.ts';
import { getPerson, peopleRoutes } from '#features/people/server/public.ts';
import { buildsRoutes, ratesOfResources } from '#features/builds/server/public.ts';
import { basketsRoutes } from '#features/baskets/server/public.ts';
import { licensingRoutes } from '#features/licensing/server/public.ts';
import { passportsRoutes } from '#features/passports/server/public.ts';
import { quotesRoutes } from '#features/quotes/server/public.ts';
import { resourcesRoutes } from '#features/resources/server/public.ts';
import { reviewsRoutes } from '#features/reviews/server/public.ts';
import { rightsRoutes } from '#features/rights/server/public.ts';
import { createSearchLog, searchRoutes } from '#features/search/server/public.ts';
import { servicesRoutes } from '#features/services/server/public.ts';
import { socialRoutes } from '#features/social/server/public.ts';
import { legalRoutes } from '#features/legal/server/public.ts';
import { settingsRoutes } from '#features/settings/server/public.ts';
import { sponsorshipRoutes } from '#features/sponsorship/server/public.ts';
import { wantedRoutes } from '#features/wanted/server/public.ts';
import { supportRoutes } from '#features/support/server/public.ts';
import { tendersRoutes } from '#features/tenders/server/public.ts';
import { uploadsRoutes } from '#features/uploads/server/public.ts';
import { verificationRoutes } from '#features/verification/server/public.ts';
import { createHttpServer, type App } from '#platform/server/http.ts';
import { describeApi } from '#platform/server/openapi.ts';
import { enforceRouteAccess } from '#platform/server/route-access.ts';
import { signingRoutes } from '#platform/server/signing.ts';
import { serveRealtime } from '#platform/server/realtime-sockets.ts';
import { vitalsRoutes } from '#platform/server/vitals.ts';
import { about } from './api-document/about.ts';
import { inquired } from './inquiries-adapter.ts';
import { channelPolicies } from './channel-policies-adapter.ts';
import { linked } from './links-adapter.ts';
import { joinable } from './joinable-adapter.ts';
import { moderated } from './moderation-adapter.ts';
import { auctionsRoutes } from '#features/auctions/server/public.ts';
import { finders } from './finders-adapter.ts';
import { deskRoutes } from './desk/routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { personalData } from './personal-data.ts';
import { servePages, type PageRenderer } from './pages.ts';
import { paymentDeps, placingDeps } from './payments-adapter.ts';
import type { Runtime } from './runtime.ts';
import { showable } from './shared-models-adapter.ts';
import { helpRoutes } from './help/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { topics } from './topics.ts';
import { audited } from './audit-adapter.ts';
import { undoable } from './undo-adapter.ts';

export type ServerState = { draining: boolean };

/** Builds the whole server from the runtime. Does not listen. */
export async function buildServer(
  runtime: Runtime,
  options: {
    /** Absent in tests of the API alone. */
    pages?: { render: PageRenderer; clientFolder?: string };
    serverFactory?: FastifyServerFactory;
    state?: ServerState;
    /** For tests: how long a call waits for a participant whose connection broke. */
    assistant?: { leaveMs: number };
    /** Channels whose calls can be joined. */
    getJoinable?: GetJoinable;
    /** For tests: the API description without components. */
    hasWholeDescription?: boolean;
    /** In development Vite injects scripts and styles without nonces. */
    development?: boolean;
  } = {},
): Promise<App> {
  const { config, db } = runtime;
  const state = options.state ?? { draining: false };
  const app = await createHttpServer(
    config,
    options.serverFactory ? { serverFactory: options.serverFactory } : {},
  );

  await app.register(fastifyCompress, {
    threshold: 1024,
    // No client sends compressed bodies, and a broken one would leave its rest unread and the connection unusable.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    // Flushes after each chunk, so that a page streams through the compressor.
    brotliOptions: { flush: zlib.BROTLI_OPERATION_FLUSH, params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { flush: zlib.Z_SYNC_FLUSH, level: 6 },
  });
  const sessions = createSessions(runtime);
  enforceRouteAccess(app, {
    getPerson: sessions.get,
    findPerson: sessions.find,
    rateLimits: runtime.rateLimits,
  });
  await describeApi(app, {
    publicOrigin: config.publicOrigin,
    about,
    isWhole: options.hasWholeDescription ?? false,
  });

  accountsRoutes(app, { ...runtime, sessions });
  const searchLog = createSearchLog(db, {
    onError: (error) => app.log.error({ err: error }, 'searches were not counted'),
  });
  app.addHook('onClose', () => searchLog.close());
  const { forgetLists } = await resourcesRoutes(app, {
    ...runtime,
    searchLog,
    sessions,
    ratesOf: ratesOfResources,
  });
  uploadsRoutes(app, { ...runtime, sessions });
  searchRoutes(app, { ...runtime, searchLog, sessions, onSynonymsChanged: forgetLists });
  servicesRoutes(app, { ...runtime, searchLog, sessions });
  const { posting } = communityRoutes(app, {
    ...runtime,
    sessions,
    linked,
    keepers: channelPolicies,
    translate: createTranslator(config.assistant, db),
  });
  conversationsRoutes(app, { ...runtime, sessions, posting, keepers: channelPolicies, inquired });
  licensingRoutes(app, { ...runtime, sessions, posting });
  buildsRoutes(app, { ...runtime, sessions });
  quotesRoutes(app, { ...runtime, sessions, posting });
  tendersRoutes(app, { ...runtime, sessions });
  const paying = paymentDeps(runtime);
  paymentsRoutes(app, { ...runtime, ...paying, sessions, terms: config.orderTerms });
  const placing = placingDeps(runtime);
  ordersRoutes(app, { ...placing, ...paying, sessions, posting, onCompleted: forgetLists });
  passportsRoutes(app, { ...runtime, sessions });
  basketsRoutes(app, { ...placing, ...paying, sessions });
  auctionsRoutes(app, {
    ...placing,
    sessions,
    auctionTerms: config.auctionTerms,
    increments: config.increments,
  });
  sponsorshipRoutes(app, {
    ...runtime,
    ...paying,
    sessions,
    feePercent: config.feePercent,
    findBannerOpen: (ids) => findBannerOpen(db, ids),
    cacheMs: config.listCacheMs,
  });
  wantedRoutes(app, {
    ...runtime,
    ...paying,
    sessions,
    terms: config.wantedTerms,
    orderTerms: config.orderTerms,
    feePercent: config.feePercent,
    feeBearer: config.feeBearer,
    cacheMs: config.listCacheMs,
  });
  findingRoutes(app, { ...runtime, sessions, finders });
  adsRoutes(app, { ...runtime, sessions, cacheMs: config.listCacheMs });
  catalogueRoutes(app, { ...runtime, sessions, onImported: forgetLists });
  legalRoutes(app, { ...runtime, sessions });
  settingsRoutes(app, { ...runtime, sessions });
  reviewsRoutes(app, { ...runtime, sessions, getPerson: (username) => getPerson(db, username) });
  if (config.payments.provider === 'sandbox')
    sandboxRoutes(app, { ...runtime, publicOrigin: config.publicOrigin });
  const callsDeps = {
    ...runtime,
    getJoinable: options.getJoinable ?? joinable(runtime.db),
    models: showable(runtime.db),
    onError: (error: unknown) => app.log.warn({ err: error }, 'somebody was not put out of LiveKit'),
  };
  callsRoutes(app, { ...callsDeps, sessions });
  assistantRoutes(app, { ...runtime, sessions, ...options.assistant });
  await gamesRoutes(app, { ...runtime, sessions });
  peopleRoutes(app, { ...runtime, sessions, onNameChanged: forgetLists });
  socialRoutes(app, {
    ...runtime,
    sessions,
    getPerson: (username) => getPerson(db, username),
    onCountChanged: forgetLists,
  });
  supportRoutes(app, { ...runtime, sessions, posting, onCountChanged: forgetLists });
  moderationRoutes(app, { ...runtime, sessions, things: moderated, onPublicChanged: forgetLists });
  verificationRoutes(app, { ...runtime, sessions });
  adminRoutes(app, { db, sessions, undoable, names: audited, onPublicChanged: forgetLists });
  deskRoutes(app, { ...runtime, sessions, terms: config.orderTerms });
  overviewRoutes(app, { db, sessions, gateway: runtime.gateway });
  notificationsRoutes(app, { db, sessions, realtime: runtime.realtime });
  rightsRoutes(app, { ...runtime, rooms: personalData(runtime), sessions, onPublicChanged: forgetLists });
  helpRoutes(app, runtime);
  siteRoutes(app, runtime);
  vitalsRoutes(app);
  const upgrade = serveRealtime(app, {
    ...runtime,
    topics: topics(runtime, callsDeps),
    findViewer: sessions.findByCookie,
    findSessionId: sessions.findIdByCookie,
    most: config.sockets,
  });
  app.decorate('upgrade', upgrade);
  // In development Vite owns the HTTP server, which outlives this app.
  if (!options.development) app.server.on('upgrade', upgrade);

  signingRoutes(app, runtime);
  operationRoutes(app, runtime, state);

  if (options.pages)
    await servePages(app, {
      ...runtime,
      sessions,
      development: options.development ?? false,
      ...options.pages,
    });
  return app;
}
