import { locales } from '#i18n/languages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderingOn, type Ordering } from '#features/orders/server/testing.ts';
import { dereferenced, documentOf } from './test-api-document.ts';
import { startTestServer, type Person, type TestServer } from './testing.ts';

/** Tests which roles may make each call. Access to things of one owner is tested below and with each room. */
type Access = 'anyone' | 'people' | 'staff' | 'support' | 'finance' | 'admins';
/** Sends a body of the right content type, so that a call is not refused before its caller is checked. */
type Call = { access: Access; body?: object };

const anyone = { access: 'anyone' } as const;
const people = (body?: object): Call => ({ access: 'people', ...(body && { body }) });
const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} };

/** Every call of the API. The test fails for a call that is missing here. */
const calls: Record<string, Call> = {
  'GET /healthz': anyone,
  'GET /.well-known/gongbang-keys.json': anyone,
  'GET /readyz': anyone,
  'GET /api/site': anyone,
  'GET /api/help': anyone,
  'GET /api/legal/{kind}': anyone,
  'POST /api/vitals': anyone,
  'GET /api/realtime': anyone,
  'POST /api/register': anyone,
  'POST /api/login': anyone,
  'POST /api/login/code': anyone,
  'POST /api/login/passkey/options': anyone,
  'POST /api/login/passkey': anyone,
  'POST /api/password/forgot': anyone,
  'POST /api/password/reset/check': anyone,
  'POST /api/password/reset': anyone,
  'POST /api/email/link': anyone,
  'POST /api/email/confirm': anyone,
  'GET /api/auth/services': anyone,
  'POST /api/auth/{service}': anyone,
  'GET /api/auth/callback/{service}': anyone,
  'GET /api/auth/completion': anyone,
  'POST /api/auth/completion': anyone,
  'GET /api/channels': anyone,
  'POST /api/channels': { access: 'admins', body: { name: 'x', slug: 'a-channel', reason: 'x' } },
  'GET /api/channels/{id}': anyone,
  'PATCH /api/channels/{id}': { access: 'admins', body: { reason: 'x' } },
  'PUT /api/channel-order': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], reason: 'x' },
  },
  'GET /api/channels/{id}/messages': anyone,
  'GET /api/channels/{id}/messages/{seq}': anyone,
  'POST /api/channels/{id}/messages': people({ text: 'x' }),
  'GET /api/messages': anyone,
  'GET /api/messages/{id}': anyone,
  'PATCH /api/messages/{id}': people({ text: 'x' }),
  'DELETE /api/messages/{id}': people({}),
  'GET /api/messages/{id}/history': anyone,
  'POST /api/messages/{id}/reactions': people({ emoji: '👍' }),
  'DELETE /api/messages/{id}/reactions': people({ emoji: '👍' }),
  'POST /api/messages/{id}/pin': people(),
  'DELETE /api/messages/{id}/pin': people(),
  'POST /api/messages/{id}/accept': people(),
  'DELETE /api/messages/{id}/accept': people(),
  'POST /api/messages/{id}/translate': people({ to: 'en' }),
  'POST /api/messages/{id}/reports': people({ reason: 'spam' }),
  'GET /api/channels/{id}/pins': anyone,
  'GET /api/channels/{id}/questions': anyone,
  'GET /api/channels/{id}/tags': anyone,
  'GET /api/channels/{id}/people': people(),
  'PUT /api/channels/{id}/read': people({ seq: 1 }),
  'POST /api/channels/{id}/typing': people({}),
  'POST /api/channels/{id}/presence': people({}),
  'GET /api/channels/{id}/presence': anyone,
  'DELETE /api/channels/{id}/membership': people(),
  'GET /api/message-files/{id}': anyone,
  'GET /api/message-images/{id}/{name}': anyone,
  'GET /api/sanctions': { access: 'admins' },
  'POST /api/sanctions': { access: 'admins', body: { username: 'nobody', kind: 'mute', reason: 'x' } },
  'DELETE /api/sanctions/{id}': { access: 'admins', body: { reason: 'x' } },
  'GET /api/banned-words': { access: 'admins' },
  'POST /api/banned-words': { access: 'admins', body: { word: 'x', reason: 'x' } },
  'DELETE /api/banned-words/{id}': { access: 'admins', body: { reason: 'x' } },
  'GET /api/user/blocks': people(),
  'PUT /api/user/blocks/{username}': people(),
  'DELETE /api/user/blocks/{username}': people(),
  'GET /api/assistant': anyone,
  'GET /api/assistant/score': anyone,
  'GET /api/assistant/conversations': anyone,
  'POST /api/assistant/conversations': { access: 'anyone', body: {} },
  'GET /api/assistant/conversations/{id}': anyone,
  'DELETE /api/assistant/conversations/{id}': anyone,
  'GET /api/assistant/conversations/{id}/guide': anyone,
  'POST /api/assistant/conversations/{id}/guide': anyone,
  'PUT /api/assistant/conversations/{id}/progress': {
    access: 'anyone',
    body: { step: 1, doneSteps: [], checkedParts: [] },
  },
  'POST /api/assistant/conversations/{id}/messages': { access: 'anyone', body: { text: 'x' } },
  'GET /api/assistant/conversations/{id}/messages/{messageId}': anyone,
  'POST /api/assistant/conversations/{id}/messages/{messageId}/stop': anyone,
  'POST /api/assistant/documents': people({ uploadIds: ['01890000-0000-7000-8000-000000000000'] }),
  'GET /api/assistant/documents': people(),
  'GET /api/assistant/documents/{id}': people(),
  'DELETE /api/assistant/documents/{id}': people(),
  'GET /api/assistant/documents/{id}/pages/{page}': people(),
  'GET /api/assistant/documents/{id}/files/{position}': people(),
  'POST /api/assistant/conversations/{id}/actions/{actionId}': { access: 'anyone', body: {} },
  'POST /api/resources/{id}/step-proposals': people({ step: 1, text: 'x' }),
  'GET /api/resources/{id}/step-proposals': people(),
  'GET /api/user/step-proposals': people(),
  'POST /api/step-proposals/{id}/accept': people(),
  'POST /api/step-proposals/{id}/refuse': people({}),
  'GET /api/resources': anyone,
  'GET /api/resources/type/{type}': anyone,
  'GET /api/resources/suggest': anyone,
  'GET /api/resources/facets': anyone,
  'GET /api/search': anyone,
  'GET /api/search/stats': anyone,
  'GET /api/resources/{id}': anyone,
  'GET /api/resources/{id}/card.jpg': anyone,
  'GET /api/oembed': anyone,
  'GET /api/resources/{id}/remixes': anyone,
  'POST /api/resources/{id}/views': anyone,
  'GET /api/resources/{id}/statistics': people(),
  'POST /api/resources/import': people({ uploadId: '01890000-0000-7000-8000-000000000000' }),
  'POST /api/resources/many': people({ action: 'publish', ids: ['01890000-0000-7000-8000-000000000000'] }),
  'GET /api/resources/{id}/download-check': anyone,
  'GET /api/resources/{id}/download': anyone,
  'GET /api/resources/{id}/files/{fileId}/tensors': anyone,
  'GET /api/resources/{id}/progress': people(),
  'PUT /api/resources/{id}/progress': people({ done: [] }),
  'POST /api/step-pictures': people(),
  'GET /api/resources/{id}/files/{fileId}/view': anyone,
  'GET /api/resources/{id}/files/{fileId}/entries': anyone,
  'GET /api/images/{id}/{name}': anyone,
  'GET /api/resources/{id}/likes': anyone,
  'GET /api/resources/{id}/comments': anyone,
  'GET /api/resources/{id}/makes': anyone,
  'GET /api/resources/{id}/makes/summary': anyone,
  'GET /api/make-images/{id}/{name}': anyone,
  'GET /api/machines': anyone,
  'GET /api/makes': anyone,
  'GET /api/collections/{id}': anyone,
  'GET /api/collections/{id}/items': anyone,
  'GET /api/services': anyone,
  'GET /api/services/type/{type}': anyone,
  'GET /api/services/nearby': anyone,
  'GET /api/services/{id}': anyone,
  'GET /api/resources/{id}/builds': anyone,
  'GET /api/services/{id}/builds': anyone,
  'GET /api/services/printers': anyone,
  'GET /api/resources/{id}/making': anyone,
  'GET /api/user/near-wishes': people(),
  'POST /api/user/near-wishes': people({ trade: 'electronics', lat: 37, long: 127, radiusKm: 10 }),
  'DELETE /api/user/near-wishes/{id}': people(),
  'POST /api/services/{id}/quote': people({
    uploadId: '01890000-0000-7000-8000-000000000000',
    material: 'PLA',
  }),
  'POST /api/quotes': people({
    serviceId: '01890000-0000-7000-8000-000000000000',
    parts: [{ uploadId: '01890000-0000-7000-8000-000000000000', material: 'PLA' }],
  }),
  'GET /api/quotes/{id}': people(),
  'POST /api/quotes/{id}/lower': people({ principal: 1000 }),
  'GET /api/user/quotes': people(),
  'GET /api/resources/{id}/rights': anyone,
  'GET /api/passports/{code}': anyone,
  'GET /api/passports/{code}/photos/{photoId}/{name}': people(),
  'POST /api/passports/{code}/claim': people({}),
  'POST /api/passports/{code}/handover': people(),
  'DELETE /api/passports/{code}/handover': people(),
  'GET /api/user/things': people(),
  'GET /api/orders/{id}/passports': people(),
  'PUT /api/orders/{id}/passports': people({}),
  'GET /api/orders/{id}/labels.pdf': people(),
  'POST /api/made-things/{id}/revoke': people(),
  'POST /api/made-things/{id}/reissue': people(),
  'GET /01/{gtin}/21/{serial}': anyone,
  'GET /api/resources/{id}/recalls': anyone,
  'POST /api/resources/{id}/recalls': people({ urgency: 'fix', what: 'x', remedy: 'x' }),
  'POST /api/recalls/{id}/updates': people({ text: 'x' }),
  'POST /api/recalls/{id}/end': people(),
  'GET /api/license-texts/{sha256}': anyone,
  'PUT /api/user/resources/{id}/share': people({ amount: 100 }),
  'GET /api/user/basket': people(),
  'POST /api/user/basket/items': people({ serviceId: '01890000-0000-7000-8000-000000000000' }),
  'DELETE /api/user/basket/items/{id}': people(),
  'PUT /api/user/basket/bought': people({ resourceId: '01890000-0000-7000-8000-000000000000', lines: [] }),
  'POST /api/user/basket/orders': people({ items: [], total: 0 }),
  'GET /api/user/baskets': people(),
  'GET /api/baskets/{id}': people(),
  'POST /api/baskets/{id}/again': people(),
  'PATCH /api/baskets/{id}/bought': people({ line: 0, isOwned: true }),
  'POST /api/baskets/replacements': people({}),
  'POST /api/baskets/{id}/payments': people({}),
  'POST /api/resources/{id}/permissions': people({ purpose: 'own', note: 'x' }),
  'GET /api/user/permissions': people(),
  'POST /api/permissions/{id}/grant': people({}),
  'POST /api/permissions/{id}/refuse': people({}),
  'POST /api/permissions/{id}/withdraw': people({}),
  'GET /api/services/{id}/offer': anyone,
  'POST /api/orders': people({ serviceId: '01890000-0000-7000-8000-000000000000' }),
  'GET /api/orders/{id}': people(),
  'POST /api/orders/{id}/payments': people({}),
  'POST /api/orders/{id}/reviews': people({ rating: 5, text: 'x' }),
  'GET /api/orders/{id}/reviews': people(),
  'PUT /api/reviews/{id}': people({ rating: 5, text: 'x' }),
  'POST /api/reviews/{id}/answer': people({ text: 'x' }),
  'POST /api/reviews/{id}/reports': people({ reason: 'spam' }),
  'GET /api/reviews/{id}/photos/{photoId}/{name}': anyone,
  'GET /api/services/{id}/reviews': anyone,
  'GET /api/services/{id}/reviews/summary': anyone,
  'GET /api/people/{username}/reviews': anyone,
  'GET /api/people/{username}/reviews/summary': anyone,
  'POST /api/orders/{id}/messages': people({ text: 'x', clientId: 'x' }),
  'POST /api/orders/{id}/photos': people(),
  'GET /api/orders/{id}/photos/{photoId}/{name}': people(),
  'GET /api/orders/{id}/files/{fileId}': people(),
  'POST /api/orders/{id}/accept': people({}),
  'POST /api/orders/{id}/decline': people({}),
  'GET /api/orders/{id}/alternatives': people(),
  'POST /api/orders/{id}/start': people({}),
  'POST /api/orders/{id}/progress': people({}),
  'POST /api/orders/{id}/inspect': people({}),
  'POST /api/orders/{id}/deliver': people({}),
  'POST /api/orders/{id}/arrived': people({}),
  'POST /api/orders/{id}/confirm': people({}),
  'POST /api/orders/{id}/cancel': people({}),
  'POST /api/orders/{id}/propose-settlement': people({}),
  'POST /api/orders/{id}/rework': people({}),
  'POST /api/orders/{id}/agree': people({}),
  'POST /api/orders/{id}/refuse': people({}),
  'POST /api/orders/{id}/dispute': people({}),
  'POST /api/orders/{id}/answer': people({}),
  'POST /api/orders/{id}/withdraw': people({}),
  'POST /api/orders/{id}/appeal': people({}),
  'POST /api/orders/{id}/rule': people({}),
  'POST /api/orders/{id}/claim': people({}),
  'POST /api/orders/{id}/{event}': people({}),
  'POST /api/payments/{id}/confirm': people({ paymentKey: 'x', amount: 1 }),
  'POST /api/payments/{ref}/fail': people({}),
  'GET /api/payments/{id}': people(),
  'POST /api/webhooks/{provider}': anyone,
  'GET /api/user/transactions.csv': people(),
  'GET /api/user/earnings': people(),
  'GET /api/user/desk': people(),
  'GET /api/refunds/{id}': people(),
  'PUT /api/refunds/{id}/account': people({ bankCode: '090', accountNumber: '3333012345678', holder: 'x' }),
  'GET /api/admin/users.csv': { access: 'admins' },
  'POST /api/admin/users/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], change: { suspended: true, reason: 'x' } },
  },
  'POST /api/admin/undo': { access: 'staff', body: { ids: ['01890000-0000-7000-8000-000000000000'] } },
  'GET /api/admin/resources': { access: 'admins' },
  'GET /api/admin/resources.csv': { access: 'admins' },
  'PATCH /api/admin/resources/{id}': { access: 'admins', body: { state: 'hidden', reason: 'x' } },
  'POST /api/admin/resources/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], state: 'hidden', reason: 'x' },
  },
  'GET /api/admin/catalogue.zip': { access: 'admins' },
  'POST /api/admin/catalogue/import': {
    access: 'admins',
    body: { uploadId: '01890000-0000-7000-8000-000000000000', reason: 'x' },
  },
  'GET /api/admin/services': { access: 'admins' },
  'GET /api/admin/services.csv': { access: 'admins' },
  'PATCH /api/admin/services/{id}': { access: 'admins', body: { state: 'hidden', reason: 'x' } },
  'POST /api/admin/services/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], state: 'hidden', reason: 'x' },
  },
  'GET /api/admin/engineers': { access: 'admins' },
  'GET /api/admin/engineers.csv': { access: 'admins' },
  'PATCH /api/admin/engineers/{id}': { access: 'admins', body: { suspended: true, reason: 'x' } },
  'POST /api/admin/engineers/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], suspended: true, reason: 'x' },
  },
  'GET /api/admin/search-synonyms.csv': { access: 'admins' },
  'POST /api/admin/search-synonyms/many': {
    access: 'admins',
    body: { action: 'remove', ids: ['01890000-0000-7000-8000-000000000000'], reason: 'x' },
  },
  'POST /api/admin/users/{id}/acting': { access: 'support', body: { reason: 'x' } },
  'DELETE /api/admin/acting': people(),
  'GET /api/admin/jobs': { access: 'admins' },
  'GET /api/admin/jobs.csv': { access: 'admins' },
  'POST /api/admin/jobs/many': {
    access: 'admins',
    body: { action: 'retry', ids: ['01890000-0000-7000-8000-000000000000'], reason: 'x' },
  },
  'GET /api/admin/stats': { access: 'staff' },
  'GET /api/admin/orders': { access: 'staff' },
  'GET /api/admin/orders.csv': { access: 'staff' },
  'GET /api/admin/orders/{id}': { access: 'staff' },
  'GET /api/admin/disputes': { access: 'staff' },
  'GET /api/admin/disputes.csv': { access: 'staff' },
  'GET /api/admin/money': { access: 'finance' },
  'GET /api/admin/payouts': { access: 'finance' },
  'GET /api/admin/payouts.csv': { access: 'finance' },
  'GET /api/admin/findings': { access: 'finance' },
  'GET /api/admin/findings.csv': { access: 'finance' },
  'POST /api/admin/findings/{id}/resolve': { access: 'finance', body: { reason: 'x' } },
  'GET /api/admin/orders/{id}/journals': { access: 'finance' },
  'GET /api/admin/journals': { access: 'finance' },
  'GET /api/admin/journals.csv': { access: 'finance' },
  'GET /api/admin/adjustments': { access: 'finance' },
  'GET /api/admin/adjustments.csv': { access: 'finance' },
  'POST /api/admin/adjustments': {
    access: 'finance',
    body: { kind: 'release_early', orderId: '01890000-0000-7000-8000-000000000000', reason: 'x' },
  },
  'POST /api/admin/adjustments/{id}/approve': { access: 'finance', body: { reason: 'x' } },
  'POST /api/admin/adjustments/{id}/refuse': { access: 'finance', body: { reason: 'x' } },
  'GET /api/admin/refunds': { access: 'finance' },
  'GET /api/admin/refunds.csv': { access: 'finance' },
  'POST /api/admin/refunds/{id}/retry': { access: 'finance', body: { reason: 'x' } },
  'POST /api/admin/payouts/{id}/settle': { access: 'finance', body: { outcome: 'completed', reason: 'x' } },
  'POST /api/admin/orders/{id}/freeze': { access: 'staff', body: { frozen: true, reason: 'x' } },
  'GET /api/sandbox/payments/{key}': anyone,
  'POST /api/sandbox/payments/{key}/{action}': { access: 'anyone', body: {} },
  'POST /api/quote-requests': people({
    serviceIds: ['01890000-0000-7000-8000-000000000000'],
    title: 'x',
    description: 'x',
  }),
  'GET /api/user/quote-requests': people(),
  'GET /api/user/quote-requests/counts': people(),
  'GET /api/quote-requests/{id}': people(),
  'PUT /api/quote-requests/{id}/files': people({ version: 1, files: [] }),
  'POST /api/quote-requests/{id}/close': people(),
  'GET /api/quote-requests/{id}/files/{fileId}': people(),
  'POST /api/quote-threads/{id}/offer': people({ version: 1, principal: 1000, readyInDays: 1 }),
  'POST /api/quote-threads/{id}/counter': people({ version: 1, principal: 1000, readyInDays: 1 }),
  'POST /api/quote-threads/{id}/accept': people({ version: 1 }),
  'POST /api/quote-threads/{id}/decline': people({ version: 1 }),
  'POST /api/quote-threads/{id}/withdraw': people({ version: 1 }),
  'POST /api/quote-threads/{id}/messages': people({ text: 'x' }),
  'GET /api/wanted': anyone,
  'GET /api/wanted/{id}': anyone,
  'GET /api/wanted/proposals': anyone,
  'GET /api/wanted/demand': anyone,
  'GET /api/wanted/terms': anyone,
  'GET /api/wanted/{id}/answers': anyone,
  'GET /api/wanted/{id}/events': anyone,
  'GET /api/wanted-images/{id}/{name}': anyone,
  'GET /api/user/wanted': people(),
  'POST /api/wanted': people({ title: 'x' }),
  'POST /api/wanted/{id}/withdraw': people(),
  'POST /api/wanted/{id}/pledges': people({ amount: 1000 }),
  'GET /api/pledges/{id}': people(),
  'POST /api/pledges/{id}/payments': people({}),
  'POST /api/wanted/{id}/answers': people({ kind: 'words', text: 'x' }),
  'DELETE /api/wanted/{id}/answers/{answerId}': people(),
  'POST /api/wanted/{id}/give': people({
    awards: [{ answerId: '01890000-0000-7000-8000-000000000000' }],
  }),
  'POST /api/wanted/{id}/objections': people({
    answerId: '01890000-0000-7000-8000-000000000000',
    text: 'x',
  }),
  'GET /api/admin/wanted': { access: 'admins' },
  'POST /api/admin/wanted/{id}/ruling': { access: 'admins', body: { answerIds: [], reason: 'x' } },
  'GET /api/tenders': anyone,
  'GET /api/tenders/{id}': anyone,
  'GET /api/user/tenders': people(),
  'POST /api/tenders': people({ title: 'x', serviceType: 'engineer' }),
  'PUT /api/tenders/{id}': people({ title: 'x', serviceType: 'engineer', version: 1 }),
  'DELETE /api/tenders/{id}': people(),
  'POST /api/tenders/{id}/publish': people({ version: 1 }),
  'POST /api/tenders/{id}/cancel': people({ version: 1 }),
  'POST /api/tenders/{id}/bids': people({
    serviceId: '01890000-0000-7000-8000-000000000000',
    principal: 1000,
    readyInDays: 1,
  }),
  'DELETE /api/tenders/{id}/bids': people(),
  'POST /api/tenders/{id}/choose': people({
    version: 1,
    bidId: '01890000-0000-7000-8000-000000000000',
    reason: '가장 빠르고 조건이 맞아요.',
  }),
  'GET /api/tenders/{id}/files/{fileId}': people(),
  'GET /api/ads': anyone,
  'GET /api/ad-images/{id}/{name}': anyone,
  'POST /api/ads/{id}/views': { access: 'anyone', body: { slot: 'content_end' } },
  'POST /api/ads/{id}/clicks': { access: 'anyone', body: { slot: 'content_end' } },
  'POST /api/sponsorships/{id}/banner': people({
    title: 'x',
    text: 'x',
    url: 'https://example.com',
    language: 'ko',
  }),
  'GET /api/user/banners': people(),
  'GET /api/admin/ads': { access: 'admins' },
  'GET /api/admin/ads.csv': { access: 'admins' },
  'POST /api/admin/ads': {
    access: 'admins',
    body: {
      title: 'x',
      text: 'x',
      url: '/about',
      language: 'ko',
      startsOn: '2026-01-01',
      endsOn: '2026-01-01',
      reason: 'x',
    },
  },
  'PUT /api/admin/ads/{id}': {
    access: 'admins',
    body: { title: 'x', text: 'x', url: '/about', language: 'ko', startsOn: '2026-01-01', reason: 'x' },
  },
  'POST /api/admin/ads/{id}/decide': { access: 'admins', body: { decision: 'end', reason: 'x' } },
  'GET /api/sponsorship': anyone,
  'GET /api/sponsorship/recipient': anyone,
  'GET /api/sponsorship/books': anyone,
  'GET /api/sponsors': anyone,
  'POST /api/sponsors/{id}/reports': people({ reason: 'spam' }),
  'POST /api/sponsorships': people({ amount: 3000, cadence: 'once', consent: true }),
  'PATCH /api/sponsorships/{id}': people({ isAnonymous: true, message: '' }),
  'POST /api/sponsorships/{id}/cancel': people(),
  'GET /api/user/sponsorships': people(),
  'GET /api/user/sponsorships/{id}': people(),
  'GET /api/contributions/{id}': people(),
  'POST /api/contributions/{id}/payments': people({}),
  'POST /api/contributions/{id}/withdraw': people(),
  'GET /api/admin/sponsors': { access: 'finance' },
  'GET /api/admin/sponsors.csv': { access: 'finance' },
  'POST /api/admin/sponsors/many': {
    access: 'finance',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], hidden: true, reason: 'x' },
  },
  'POST /api/admin/sponsors/{id}/hide': { access: 'finance', body: { hidden: true, reason: 'x' } },
  'POST /api/admin/sponsor-spendings': {
    access: 'finance',
    body: { amount: 1, spentOn: '2026-01-01', purpose: { ko: 'x', en: 'x', ja: 'x' }, reason: 'x' },
  },
  'POST /api/admin/sponsor-spendings/{id}/reverse': { access: 'finance', body: { reason: 'x' } },
  'GET /api/admin/legal': { access: 'admins' },
  'PUT /api/admin/legal/{kind}': {
    access: 'admins',
    body: {
      texts: { ko: 'x', en: 'x', ja: 'x' },
      changes: { ko: 'x', en: 'x', ja: 'x' },
      effectiveOn: '2030-01-01',
      isAdverse: false,
      needsConsent: false,
      publish: false,
      changedAt: null,
      reason: 'x',
    },
  },
  'GET /api/admin/settings': { access: 'admins' },
  'PUT /api/admin/settings/{name}': {
    access: 'admins',
    body: { value: 'open', changedAt: null, reason: 'x' },
  },
  'POST /api/tenders/{id}/reports': people({ reason: 'spam' }),
  'POST /api/wanted/{id}/reports': people({ reason: 'spam' }),
  'POST /api/wanted-answers/{id}/reports': people({ reason: 'spam' }),
  'POST /api/admin/tenders/{id}/cancel': {
    access: 'admins',
    body: { reason: '금지된 물건을 만드는 일이에요.' },
  },
  'GET /api/map': anyone,
  'GET /api/service-images/{id}/{name}': anyone,
  'POST /api/services': people({}),
  'PATCH /api/services/{id}': people({}),
  'DELETE /api/services/{id}': people(),
  'POST /api/services/{id}/contact': people(),
  'GET /api/calls/{channel}': anyone,
  'POST /api/calls/{channel}/join': people({}),
  'POST /api/calls/{channel}/leave': anyone,
  'POST /api/calls/{channel}/ice': anyone,
  'PUT /api/calls/{channel}/frame': { access: 'anyone', body: { picture: 'eA==' } },
  'GET /api/calls/{channel}/frames/{id}': anyone,
  'GET /api/calls/{channel}/models': anyone,
  'GET /api/calls/{channel}/models/{stageId}': anyone,
  'DELETE /api/calls/{channel}/people/{peerId}': people(),
  'POST /api/calls/{channel}/links': people(),
  'GET /api/call-links/{token}': anyone,
  'POST /api/call-links/{token}/join': { access: 'anyone', body: { name: 'x' } },
  'POST /api/inquiries': people({ serviceId: '01890000-0000-7000-8000-000000000000', text: 'x' }),
  'GET /api/support': anyone,
  'GET /api/engineers': anyone,
  'GET /api/people/{username}/support': anyone,
  'GET /api/resources/{id}/step-comments': anyone,
  'GET /api/user/volunteer': people(),
  'PUT /api/user/volunteer': people({ languages: ['ko'] }),
  'DELETE /api/user/volunteer': people(),
  'PUT /api/user/volunteer/availability': people({ hours: 1 }),
  'GET /api/user/support-queue': people(),
  'GET /api/user/support-sessions': people(),
  'POST /api/support-sessions': people({ problem: 'x', language: 'ko' }),
  'GET /api/support-sessions/{id}': people(),
  'POST /api/support-sessions/{id}/events': people({ event: 'take' }),
  'PUT /api/support-sessions/{id}/step': people({ step: 0 }),
  'PUT /api/support-sessions/{id}/answer': people({ text: 'x' }),
  'POST /api/support-sessions/{id}/answer/agreement': people({ version: 1 }),
  'DELETE /api/support-sessions/{id}/answer': people(),
  'GET /api/user/conversations': people(),
  'GET /api/conversations/{id}': people(),
  'POST /api/conversations/{id}/messages': people({ text: 'x', clientId: 'x' }),
  'POST /api/conversations/{id}/read': people({}),
  'POST /api/conversations/{id}/settle': people({ seq: 1 }),
  'GET /api/geocode': people(),
  'GET /api/people/{username}': anyone,
  'GET /api/people/{username}/resources': anyone,
  'GET /api/people/{username}/services': anyone,
  'GET /api/people/{username}/collections': anyone,
  'GET /api/people/{username}/follow': anyone,
  'GET /api/avatars/{id}/{name}': anyone,
  'GET /api/play/{id}': anyone,
  'GET /api/play/{id}/saves': people(),
  'PUT /api/play/{id}/saves': people({ slots: {}, revision: 0 }),
  'GET /api/user': people(),
  'PATCH /api/user': people({}),
  'GET /api/user/profile': people(),
  'PUT /api/user/avatar': people(),
  'DELETE /api/user/avatar': people(),
  'GET /api/user/orders': people(),
  'GET /api/user/auctions': people(),
  'GET /api/auctions': anyone,
  'GET /api/auctions/{id}': anyone,
  'GET /api/auctions/{id}/log': anyone,
  'GET /api/auction-images/{id}/{name}': anyone,
  'POST /api/auctions': people({ title: '선반' }),
  'PATCH /api/auctions/{id}': people({ title: '선반' }),
  'DELETE /api/auctions/{id}': people(),
  'POST /api/auctions/{id}/publish': people(),
  'POST /api/auctions/{id}/withdraw': people(),
  'POST /api/auctions/{id}/cancel': people({}),
  'POST /api/auctions/{id}/relist': people(),
  'POST /api/auctions/{id}/bids': people({ maximum: 1 }),
  'POST /api/auctions/{id}/buy': people({ price: 1 }),
  'POST /api/auctions/{id}/order': people({ delivery: { kind: 'pickup' } }),
  'POST /api/auctions/{id}/second-offer': people(),
  'POST /api/auctions/{id}/take-offer': people(),
  'POST /api/auctions/{id}/refuse-offer': people(),
  'POST /api/auctions/{id}/give-up': people(),
  'PUT /api/auctions/{id}/watch': people(),
  'DELETE /api/auctions/{id}/watch': people(),
  'POST /api/auctions/{id}/reports': people({ reason: 'spam' }),
  'POST /api/admin/auctions/{id}/bids/{seq}/void': { access: 'admins', body: { reason: '실수' } },
  'GET /api/admin/auctions': { access: 'admins' },
  'GET /api/admin/auctions.csv': { access: 'admins' },
  'POST /api/admin/auctions/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], reason: 'x' },
  },
  'GET /api/admin/bidders': { access: 'admins' },
  'GET /api/admin/bidders.csv': { access: 'admins' },
  'POST /api/admin/bidders/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], reason: 'x' },
  },
  'GET /api/admin/channels': { access: 'admins' },
  'GET /api/admin/channels.csv': { access: 'admins' },
  'POST /api/admin/channels/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], state: 'archived', reason: 'x' },
  },
  'GET /api/admin/sanctions': { access: 'admins' },
  'GET /api/admin/sanctions.csv': { access: 'admins' },
  'POST /api/admin/sanctions/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], reason: 'x' },
  },
  'POST /api/admin/strikes/{id}/lift': { access: 'admins', body: { reason: '실수' } },
  'PUT /api/admin/people/{id}/household': { access: 'admins', body: { with: null, reason: '이사' } },
  'GET /api/user/transactions': people(),
  'GET /api/user/security': people(),
  'GET /api/user/sessions': people(),
  'GET /api/user/consents': people(),
  'GET /api/user/resources': people(),
  'GET /api/user/services': people(),
  'GET /api/user/services/{id}': people(),
  'GET /api/user/services/{id}/workshop': people(),
  'PUT /api/user/services/{id}/workshop': people({
    rateCard: null,
    machines: [],
    calendar: {},
  }),
  'GET /api/user/verification': people(),
  'GET /api/user/bank-account': people(),
  'GET /api/user/notifications': people(),
  'GET /api/user/notifications/unread': people(),
  'POST /api/user/notifications/read': people({}),
  'GET /api/user/notification-settings': people(),
  'PATCH /api/user/notification-settings': people({ mail: {} }),
  'PATCH /api/user/consents': people({}),
  'POST /api/user/proof': people({ password: 'x' }),
  'POST /api/user/proof/passkey/options': people(),
  'POST /api/user/proof/passkey': people({ ticket: 'x', response: credential }),
  'PUT /api/user/password': people({ newPassword: 'password' }),
  'POST /api/user/passkeys/options': people(),
  'POST /api/user/passkeys': people({ ticket: 'x', name: 'x', response: credential }),
  'PATCH /api/user/passkeys/{id}': people({ name: 'x' }),
  'DELETE /api/user/passkeys/{id}': people(),
  'POST /api/user/second-factor': people(),
  'DELETE /api/user/second-factor': people(),
  'POST /api/user/second-factor/confirm': people({ code: '000000' }),
  'POST /api/user/second-factor/recovery-codes': people(),
  'DELETE /api/user/sign-in-services/{name}': people(),
  'DELETE /api/user/sessions': people(),
  'DELETE /api/user/sessions/{id}': people(),
  'POST /api/user/email/confirmation': people(),
  'POST /api/user/email': people({ email: 'new@example.com' }),
  'POST /api/user/phone/code': people({ phone: '010-9999-0000' }),
  'POST /api/user/phone/verify': people({ phone: '010-9999-0000', code: '000000' }),
  'PUT /api/user/bank-account': people({ bankCode: '088', accountNumber: '1101234567', holder: 'x' }),
  'GET /api/user/export': people(),
  'GET /api/user/export/state': people(),
  'GET /api/user/export/download': people(),
  'DELETE /api/user/withdrawal': people(),
  'POST /api/resources': people({}),
  'PATCH /api/resources/{id}': people({}),
  'DELETE /api/resources/{id}': people(),
  'POST /api/resources/{id}/files': people({ uploadId: '01890000-0000-7000-8000-000000000000' }),
  'POST /api/resources/{id}/likes': people(),
  'DELETE /api/resources/{id}/likes': people(),
  'POST /api/resources/{id}/comments': people({ text: 'x' }),
  'PATCH /api/comments/{id}': people({ text: 'x' }),
  'DELETE /api/comments/{id}': people(),
  'POST /api/resources/{id}/makes': people({ outcome: 'success' }),
  'PATCH /api/makes/{id}': people({}),
  'DELETE /api/makes/{id}': people(),
  'GET /api/user/collections': people(),
  'POST /api/collections': people({ title: 'x' }),
  'PATCH /api/collections/{id}': people({}),
  'DELETE /api/collections/{id}': people(),
  'PUT /api/collections/{id}/items/{resourceId}': people({}),
  'DELETE /api/collections/{id}/items/{resourceId}': people(),
  'POST /api/people/{username}/follow': people(),
  'DELETE /api/people/{username}/follow': people(),
  'GET /api/user/following': people(),
  'GET /api/user/searches': people(),
  'POST /api/user/searches': people({ kind: 'services', text: 'x' }),
  'PATCH /api/user/searches/{id}': people({ name: 'x' }),
  'DELETE /api/user/searches/{id}': people(),
  'POST /api/resources/{id}/reports': people({ reason: 'spam' }),
  'POST /api/comments/{id}/reports': people({ reason: 'spam' }),
  'POST /api/makes/{id}/reports': people({ reason: 'spam' }),
  'POST /api/collections/{id}/reports': people({ reason: 'spam' }),
  'POST /api/services/{id}/reports': people({ reason: 'spam' }),
  'POST /api/people/{username}/reports': people({ reason: 'spam' }),
  'GET /api/uploads': people(),
  'POST /api/uploads': people(),
  'GET /api/uploads/{id}': people(),
  'PATCH /api/uploads/{id}': people(),
  'DELETE /api/uploads/{id}': people(),
  'GET /api/admin/users': { access: 'staff' },
  'PATCH /api/admin/users/{id}': { access: 'admins', body: { role: 'user', reason: 'x' } },
  'POST /api/admin/news': {
    access: 'admins',
    body: {
      words: Object.fromEntries(locales.map((locale) => [locale, { title: 'x', text: 'x' }])),
      path: '/',
    },
  },
  'GET /api/admin/search-synonyms': { access: 'admins' },
  'POST /api/admin/search-synonyms': { access: 'admins', body: { words: ['볼트', 'bolt'] } },
  'DELETE /api/admin/search-synonyms/{id}': { access: 'admins' },
  'GET /api/admin/audit': { access: 'admins' },
  'GET /api/admin/audit.csv': { access: 'admins' },
  'GET /api/admin/reports': { access: 'admins' },
  'GET /api/admin/reports.csv': { access: 'admins' },
  'POST /api/admin/reports/many': {
    access: 'admins',
    body: { ids: ['01890000-0000-7000-8000-000000000000'], reason: 'x' },
  },
  'GET /api/moderation-log': anyone,
  'GET /api/user/moderation': people(),
  'GET /api/user/moderation/{id}': people(),
  'POST /api/user/moderation/{id}/answer': people({ text: 'x' }),
  'POST /api/user/moderation/{id}/objection': people({ text: 'x' }),
  'POST /api/user/moderation/{id}/take-down': people(),
  'PATCH /api/admin/reports/{id}': { access: 'admins', body: { resolution: 'dismiss', reason: 'x' } },
  // These run last, because they end the session that the other calls need.
  'DELETE /api/user': people(),
  'POST /api/logout': anyone,
};

const actors = [
  'guest',
  'user',
  'other user',
  'provider',
  'support',
  'finance',
  'admin',
  'suspended',
] as const;
type Actor = (typeof actors)[number];

/** Roles that each kind of call lets in. A suspended person has no session, so every call treats them as a guest. */
const letIn: Record<Access, readonly Actor[]> = {
  anyone: actors,
  people: ['user', 'other user', 'provider', 'support', 'finance', 'admin'],
  staff: ['support', 'finance', 'admin'],
  support: ['support', 'admin'],
  finance: ['finance', 'admin'],
  admins: ['admin'],
};

/** 401 or 403 when refused, null when let in. */
function refusal(actor: Actor, access: Access): 401 | 403 | null {
  if (letIn[access].includes(actor)) return null;
  return letIn.people.includes(actor) ? 403 : 401;
}

const absent = '01890000-0000-7000-8000-000000000000';
const parameters: Record<string, string> = {
  type: 'software',
  service: 'kakao',
  name: '480.webp',
  seq: '1',
  page: '1',
  position: '0',
  action: 'approve',
};
const addressOf = (path: string) =>
  path
    .replace('sign-in-services/{name}', 'sign-in-services/kakao')
    .replace(/geocode$/, 'geocode?address=x')
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => parameters[name] ?? absent);

let server: TestServer;
let owned: Owned;
const cookies = {} as Record<Actor, Person | undefined>;
beforeAll(async () => {
  server = await startTestServer();
  const on = orderingOn(server);
  const { provider, serviceId } = await on.provide();
  cookies.provider = provider;
  cookies.user = await server.signUp();
  cookies['other user'] = await server.signUp();
  cookies.support = await server.signUp({ role: 'support' });
  cookies.finance = await server.signUp({ role: 'finance' });
  cookies.admin = await server.signUp({ role: 'admin' });
  cookies.suspended = await server.signUp();
  await server.runtime.pool.query('update person set suspended_at = now() where id = $1', [
    cookies.suspended.id,
  ]);
  owned = await ownThings(on, cookies.user, serviceId);
});
afterAll(() => server.close());

function make(call: string, actor: Actor, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = call.split(' ');
  const as = cookies[actor];
  const payload = calls[call]?.body;
  return server.call(method, addressOf(path), {
    ...(as && { as }),
    ...(payload && { payload }),
    headers,
  });
}

test('every call of the API is in the matrix', () => {
  const { paths } = server.app.swagger() as { paths?: Record<string, object> };
  const described = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(Object.keys(calls).toSorted());
});

test('the API description requires the session and roles of the matrix', () => {
  const roles: Record<Access, string[] | null> = {
    anyone: null,
    people: [],
    staff: ['support', 'finance', 'admin'],
    support: ['support', 'admin'],
    finance: ['finance', 'admin'],
    admins: ['admin'],
  };
  // A call without a requirement has that of the document.
  const { paths, security: usual } = documentOf(server.app);
  const told = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = usual }]) => [
      `${method.toUpperCase()} ${path}`,
      security,
    ]),
  );
  const expected = Object.entries(calls).map(([call, { access }]) => {
    const allowed = roles[access];
    if (allowed === null) return [call, []];
    return [call, allowed.length === 0 ? [{ session: [] }] : allowed.map((role) => ({ session: [role] }))];
  });
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
});

test('the API description lists optional fields as not required', async () => {
  const { paths } = dereferenced(documentOf(server.app)) as {
    paths?: Record<
      string,
      Record<string, { parameters?: { in: string; name: string; required?: boolean }[] }>
    >;
  };
  const required = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters: asked = [] }]) =>
      asked
        .filter((each) => each.in === 'query' && each.required)
        .map(({ name }) => `${method.toUpperCase()} ${path} ${name}`),
    ),
  );
  expect(required.length).toBeGreaterThan(0);
  for (const one of required) {
    const [method = '', path = '', name = ''] = one.split(' ');
    const answer = await server.call(method, addressOf(path).replace(/\?.*$/, ''), { as: cookies.admin! });
    expect([one, answer.json<{ fields?: object }>().fields]).toEqual([
      one,
      expect.objectContaining({ [name]: expect.any(String) }),
    ]);
  }
  expect(required.filter((one) => / (page|limit|sort|days)$/.test(one))).toEqual([]);
});

// Run before the calls that end the sessions.
/** Private things of a user. Nobody else reads them, except, for some, the provider they concern. */
const kinds = {
  order: '/api/orders/{id}',
  payment: '/api/payments/{id}',
  quoteRequest: '/api/quote-requests/{id}',
  conversation: '/api/conversations/{id}',
  draft: '/api/resources/{id}',
  service: '/api/user/services/{id}',
  collection: '/api/collections/{id}',
  upload: '/api/uploads/{id}',
  tender: '/api/tenders/{id}',
  lot: '/api/auctions/{id}',
  guide: '/api/assistant/conversations/{id}',
  session: '/api/user/sessions/{id}',
  supportSession: '/api/support-sessions/{id}',
} as const;
type Kind = keyof typeof kinds;
type Owned = Record<Kind, string>;

/** Things of which the provider is the other party. */
const shared: ReadonlySet<Kind> = new Set(['order', 'quoteRequest', 'conversation']);
/** Things that staff may read or moderate, as docs/product.md and docs/decisions describe. */
const openToStaff: Partial<Record<Kind, readonly Actor[]>> = {
  order: ['support', 'finance', 'admin'],
  payment: ['finance', 'admin'],
  conversation: ['admin'],
  draft: ['admin'],
  service: ['admin'],
  collection: ['admin'],
  tender: ['admin'],
  lot: ['admin'],
  supportSession: ['support', 'admin'],
};

/** Calls on a single thing, by kind. */
const callsOn = (kind: Kind) =>
  Object.keys(calls).filter((call) => `${call.split(' ')[1]}/`.startsWith(`${kinds[kind]}/`));

async function ownThings(on: Ordering, user: Person, serviceId: string): Promise<Owned> {
  async function made(url: string, payload: object): Promise<string> {
    const answer = await server.call('POST', url, { as: user, payload });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ id: string }>().id;
  }
  const order = await on.order(user, serviceId);
  await on.pay(user, order.id);
  const payments = await server.runtime.db
    .selectFrom('payment')
    .select('id')
    .where('subjectId', '=', order.id)
    .execute();
  const sessions = await server.call('GET', '/api/user/sessions', { as: user });
  return {
    order: order.id,
    payment: payments[0]?.id ?? '',
    quoteRequest: await made('/api/quote-requests', {
      serviceIds: [serviceId],
      title: '브래킷',
      description: '2 mm 강판을 접어 주세요.',
    }),
    conversation: await made('/api/inquiries', { serviceId, text: '언제 되나요?' }),
    draft: await made('/api/resources', { title: '초안', category: 'other', state: 'draft' }),
    service: await on.offerService(user, { state: 'draft' }),
    collection: await made('/api/collections', { title: '나만 보는 모음', isPublic: false }),
    upload: await on.upload(user, Buffer.from('solid a\nendsolid a\n')),
    tender: await made('/api/tenders', { title: '브래킷', serviceType: 'metalworking' }),
    lot: await made('/api/auctions', { title: '선반' }),
    guide: await made('/api/assistant/conversations', {}),
    session: sessions.json<{ id: string }[]>()[0]?.id ?? '',
    supportSession: await made('/api/support-sessions', { problem: '안 켜져요.', language: 'ko' }),
  };
}

describe.each(Object.keys(kinds) as Kind[])('somebody else’s %s', (kind) => {
  test('has calls in the matrix', () => {
    expect(callsOn(kind).length).toBeGreaterThan(0);
  });

  const outsiders = actors.filter(
    (actor) =>
      actor !== 'user' && !(actor === 'provider' && shared.has(kind)) && !openToStaff[kind]?.includes(actor),
  );
  describe.each(outsiders)('for %s', (actor) => {
    test.each(callsOn(kind))('%s returns not found or a refusal', async (call) => {
      const [method = '', path = ''] = call.split(' ');
      const as = cookies[actor];
      const payload = calls[call]?.body;
      const ask = (id: string) =>
        server.call(method, addressOf(path.replace('{id}', id)), {
          ...(as && { as }),
          ...(payload && { payload }),
        });
      const [foreign, none] = [await ask(owned[kind]), await ask(absent)];
      const told = ({ statusCode, json }: typeof foreign) => [
        statusCode,
        statusCode < 300 ? '' : json<{ code: string }>().code,
      ];
      expect(foreign.statusCode).toBeGreaterThanOrEqual(400);
      expect([told(none), [403, 'forbidden']]).toContainEqual(told(foreign));
    });
  });

  test.each(kind === 'upload' ? [] : callsOn(kind).filter((call) => call === `GET ${kinds[kind]}`))(
    'is found by whose it is: %s',
    async (call) => {
      const [, path = ''] = call.split(' ');
      const answer = await server.call('GET', path.replace('{id}', owned[kind]), { as: cookies.user! });
      expect(answer.statusCode).toBe(200);
    },
  );
});

const writes = Object.keys(calls).filter((call) => !call.startsWith('GET'));

describe('a body that no call accepts', () => {
  const refusedOnes = writes.flatMap((call) =>
    (['guest', 'user'] as const)
      .map((actor) => ({ call, actor, status: refusal(actor, calls[call]!.access) }))
      .filter(({ status }) => status !== null),
  );
  test.each(refusedOnes)('$call answers $status to a $actor before the body is validated', async (each) => {
    const [method = '', path = ''] = each.call.split(' ');
    const as = cookies[each.actor];
    const bodies = [
      ['application/json', ''],
      ['application/json', '{"a":'],
      ['application/json', JSON.stringify({ unknown: 1 })],
      ['multipart/form-data; boundary=x', '--y'],
      ['text/html', '<p>'],
    ] as const;
    for (const [type, payload] of bodies) {
      const answer = await server.call(method, addressOf(path), {
        ...(as && { as }),
        payload,
        headers: { 'content-type': type },
      });
      expect(answer.statusCode, `${type} ${payload}`).toBe(each.status);
    }
  });
});

describe.each(actors)('%s', (actor) => {
  test.each(Object.entries(calls))('%s', async (call, { access }) => {
    const answer = await make(call, actor);
    const { code } = answer.headers['content-type']?.toString().includes('json')
      ? (answer.json<{ code?: string } | null>() ?? {})
      : {};
    const refused = refusal(actor, access);
    const expected = refused === 401 ? 'not_signed_in' : 'forbidden';
    expect(['not_signed_in', 'forbidden'].includes(code ?? '') ? code : null).toBe(refused && expected);
    expect(answer.statusCode).toBeLessThan(500);
  });
});

describe('a request from another site', () => {
  test.each(writes)('%s is refused', async (call) => {
    const answer = await make(call, 'admin', {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'cross_site' });
  });
});

describe('somebody else’s private thing looks like one that does not exist', () => {
  let owner: Person;
  let stranger: Person;
  let draft = '';
  let session = '';
  beforeAll(async () => {
    owner = await server.signUp();
    stranger = await server.signUp();
    const made = await server.call('POST', '/api/resources', {
      as: owner,
      payload: { title: '초안', category: 'other', state: 'draft' },
    });
    draft = made.json<{ id: string }>().id;
    const sessions = await server.call('GET', '/api/user/sessions', { as: owner });
    session = sessions.json<{ id: string }[]>()[0]?.id ?? '';
  });
  test.each([
    ['GET', '/api/resources/', () => draft],
    ['PATCH', '/api/resources/', () => draft],
    ['DELETE', '/api/resources/', () => draft],
    ['GET', '/api/resources/', () => `${draft}/download`],
    ['GET', '/api/resources/', () => `${draft}/download-check`],
    ['DELETE', '/api/user/sessions/', () => session],
  ])('%s %s', async (method, path, id) => {
    const payload = method === 'PATCH' ? { title: '다른 제목' } : undefined;
    const ask = (url: string) => server.call(method, url, { as: stranger, ...(payload && { payload }) });
    const [foreign, none] = [
      await ask(path + id()),
      await ask(path + id().replace(/^[0-9a-f-]{36}/, absent)),
    ];
    expect(foreign.statusCode).toBe(none.statusCode);
    expect(foreign.body).toBe(none.body);
    expect((await server.call('GET', `/api/resources/${draft}`, { as: owner })).json()).toMatchObject({
      title: '초안',
    });
    expect((await server.call('GET', '/api/user', { as: owner })).statusCode).toBe(200);
  });
});
