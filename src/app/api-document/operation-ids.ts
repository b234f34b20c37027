/** Names where the rule below reads badly, by method and path. */
export const named: Record<string, string> = {
  'GET /.well-known/gongbang-keys.json': 'getSigningKeys',
  'GET /healthz': 'getHealth',
  'GET /readyz': 'getReadiness',
  'GET /api/user': 'getMe',
  'PATCH /api/user': 'updateMe',
  'DELETE /api/user': 'deleteMe',
  'POST /api/login/code': 'loginWithCode',
  'POST /api/login/passkey': 'loginWithPasskey',
  'POST /api/login/passkey/options': 'beginLoginWithPasskey',
  'POST /api/password/forgot': 'forgetPassword',
  'POST /api/password/reset': 'resetPassword',
  'POST /api/password/reset/check': 'checkPasswordReset',
  'POST /api/email/link': 'openEmailLink',
  'POST /api/email/confirm': 'confirmEmail',
  'POST /api/user/email': 'changeMyEmail',
  'POST /api/user/email/confirmation': 'sendMyEmailConfirmation',
  'POST /api/user/proof': 'proveMe',
  'POST /api/user/proof/passkey': 'proveMeWithPasskey',
  'POST /api/user/proof/passkey/options': 'beginProofWithPasskey',
  'POST /api/user/passkeys': 'createMyPasskey',
  'POST /api/user/passkeys/options': 'beginMyPasskey',
  'POST /api/user/second-factor': 'beginMySecondFactor',
  'POST /api/user/second-factor/confirm': 'confirmMySecondFactor',
  'POST /api/user/second-factor/recovery-codes': 'renewMyRecoveryCodes',
  'DELETE /api/user/sessions': 'endMyOtherSessions',
  'DELETE /api/user/sessions/{id}': 'endMySession',
  'GET /api/auth/services': 'listSignInServices',
  'POST /api/auth/{service}': 'beginSignIn',
  'GET /api/auth/callback/{service}': 'endSignIn',
  'GET /api/auth/completion': 'getSignInCompletion',
  'POST /api/auth/completion': 'completeSignIn',
  'POST /api/user/phone/code': 'sendMyPhoneCode',
  'POST /api/user/phone/verify': 'verifyMyPhone',
  'GET /api/user/export': 'beginMyExport',
  'GET /api/user/export/state': 'getMyExport',
  'GET /api/user/export/download': 'downloadMyExport',
  'DELETE /api/user/withdrawal': 'cancelMyWithdrawal',
  'GET /api/user/notifications/unread': 'countMyUnreadNotifications',
  'POST /api/user/notifications/read': 'readMyNotifications',
  'GET /api/user/quote-requests/counts': 'countMyQuoteRequests',
  'POST /api/user/moderation/{id}/answer': 'answerMyModeration',
  'POST /api/user/moderation/{id}/objection': 'objectToMyModeration',
  'POST /api/user/moderation/{id}/take-down': 'takeDownMyModeration',
  'GET /api/resources/suggest': 'suggestResources',
  'GET /api/services/nearby': 'listServicesNearby',
  'GET /api/resources/{id}/builds': 'getResourceBuilds',
  'GET /api/services/{id}/builds': 'getServiceBuilds',
  'GET /api/services/printers': 'listPrinters',
  'GET /api/resources/{id}/making': 'getMaking',
  'GET /api/user/near-wishes': 'listNearWishes',
  'POST /api/user/near-wishes': 'addNearWish',
  'DELETE /api/user/near-wishes/{id}': 'removeNearWish',
  'GET /api/services/{id}/offer': 'getServiceOffer',
  'POST /api/services/{id}/contact': 'getServiceContact',
  'POST /api/services/{id}/quote': 'createQuote',
  'POST /api/quotes': 'createKitQuote',
  'GET /api/geocode': 'geocodeAddress',
  'GET /api/oembed': 'getOembed',
  'POST /api/resources/{id}/views': 'countResourceView',
  'POST /api/ads/{id}/views': 'countAdView',
  'POST /api/ads/{id}/clicks': 'countAdClick',
  'POST /api/vitals': 'reportVitals',
  'GET /api/realtime': 'openRealtime',
  'PUT /api/channel-order': 'orderChannels',
  'POST /api/channels/{id}/typing': 'tellTyping',
  'POST /api/channels/{id}/presence': 'tellPresence',
  'PUT /api/channels/{id}/read': 'readChannel',
  'DELETE /api/channels/{id}/membership': 'leaveChannel',
  'DELETE /api/messages/{id}/pin': 'unpinMessage',
  'DELETE /api/messages/{id}/accept': 'unacceptMessage',
  'POST /api/messages/{id}/reactions': 'reactToMessage',
  'DELETE /api/messages/{id}/reactions': 'unreactToMessage',
  'POST /api/resources/{id}/likes': 'likeResource',
  'DELETE /api/resources/{id}/likes': 'unlikeResource',
  'POST /api/people/{username}/follow': 'followPerson',
  'DELETE /api/people/{username}/follow': 'unfollowPerson',
  'PUT /api/user/blocks/{username}': 'blockPerson',
  'DELETE /api/user/blocks/{username}': 'unblockPerson',
  'PUT /api/auctions/{id}/watch': 'watchAuction',
  'DELETE /api/auctions/{id}/watch': 'unwatchAuction',
  'POST /api/auctions/{id}/second-offer': 'makeSecondAuctionOffer',
  'POST /api/auctions/{id}/order': 'orderAuction',
  'POST /api/auctions/{id}/take-offer': 'takeAuctionOffer',
  'POST /api/auctions/{id}/refuse-offer': 'refuseAuctionOffer',
  'POST /api/tenders/{id}/choose': 'chooseTenderBid',
  'DELETE /api/tenders/{id}/bids': 'withdrawTenderBid',
  'GET /api/wanted': 'listWanted',
  'GET /api/user/wanted': 'listOwnWanted',
  'GET /api/admin/wanted': 'listDisputedWanted',
  'POST /api/wanted/{id}/give': 'giveBounty',
  'POST /api/wanted/{id}/withdraw': 'withdrawWanted',
  'POST /api/wanted': 'postWanted',
  'POST /api/orders/{id}/propose-settlement': 'proposeOrderSettlement',
  'POST /api/resources/{id}/files': 'addResourceFiles',
  'POST /api/quote-threads/{id}/offer': 'offerQuoteThread',
  'POST /api/quote-threads/{id}/counter': 'counterQuoteThread',
  'POST /api/orders/{id}/arrived': 'reportOrderArrived',
  'POST /api/orders/{id}/progress': 'showOrderProgress',
  'POST /api/orders/{id}/{event}': 'raiseUnknownOrderEvent',
  'POST /api/sandbox/payments/{key}/{action}': 'decideSandboxPayment',
  'POST /api/webhooks/{provider}': 'takeWebhook',
  'POST /api/calls/{channel}/ice': 'negotiateCall',
  'POST /api/assistant/conversations/{id}/messages': 'askAssistant',
  'POST /api/assistant/conversations/{id}/guide': 'useAssistantConversationGuide',
  'POST /api/assistant/conversations/{id}/actions/{actionId}': 'takeAssistantConversationAction',
  'PUT /api/assistant/conversations/{id}/progress': 'setAssistantConversationProgress',
  'POST /api/support-sessions/{id}/answer/agreement': 'agreeToSupportSessionAnswer',
  'POST /api/admin/users/{id}/acting': 'beginActing',
  'DELETE /api/admin/acting': 'endActing',
  'POST /api/admin/undo': 'undoAdminChange',
  'POST /api/admin/news': 'sendNews',
  'GET /api/admin/catalogue.zip': 'exportCatalogue',
  'POST /api/admin/catalogue/import': 'importCatalogue',
  'PUT /api/admin/people/{id}/household': 'setHousehold',
};

const verbs: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PUT: 'set',
  PATCH: 'update',
  DELETE: 'delete',
};
/** Words for the first segment of a path. */
const owners: Record<string, string> = { user: 'My', admin: 'Admin' };
/** Last segments that are verbs: a POST does this to the thing before. */
const actions = new Set(
  (
    'accept agree answer appeal approve buy cancel claim close confirm decide decline deliver dispute fail ' +
    'freeze give-up hide import join leave lift login logout pin publish read refuse register relist resolve retry ' +
    'reverse rework rule settle start stop translate void withdraw'
  ).split(' '),
);
/** Irregular plurals and words that only look like plurals. */
const singulars: Record<string, string> = {
  people: 'person',
  news: 'news',
  progress: 'progress',
  settings: 'setting',
  statistics: 'statistics',
};

const pascal = (text: string) =>
  text.replaceAll(/(?:^|[-.])([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

function singular(word: string): string {
  const [last = ''] = word.split('-').slice(-1);
  const known = singulars[last];
  if (known !== undefined) return word.slice(0, word.length - last.length) + known;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('ches')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/**
 * Derives the name of an operation: the verb, then the things of the path, parents in the singular. `GET /api/channels/{id}/messages` is
 * `listChannelMessages`, POST there `createChannelMessage`, `POST /api/orders/{id}/accept` is `acceptOrder`. `/api/user` becomes `My`, and
 * `.csv` exports.
 */
export function operationIdOf(method: string, path: string, answersList: boolean): string {
  const known = named[`${method} ${path}`];
  if (known !== undefined) return known;
  const parts = path.replace(/^\/api\//, '').split('/');
  const isParameter = (part: string | undefined) => part?.startsWith('{') === true;
  const words = parts.filter((part) => !isParameter(part));
  const last = words.at(-1) ?? '';
  const [lastName = '', extension] = last.split('.');
  const endsWithOne = isParameter(parts.at(-1));
  const before = parts
    .slice(0, parts.lastIndexOf(last))
    .flatMap((part) => (isParameter(part) ? [] : [owners[part] ?? pascal(singular(part))]))
    .join('');

  if (method === 'POST' && !endsWithOne && actions.has(last)) return lowerFirst(pascal(last) + before);
  if (method === 'POST' && last === 'reports') return `report${before}`;
  if (method === 'POST' && last === 'many') return `changeMany${before.replace(/[^s]$/, '$&s')}`;
  if (extension === 'csv') return `export${before}${pascal(lastName)}`;
  if (endsWithOne && parts.at(-1) === `{${last}}`)
    return `list${pascal(words.at(-2) ?? '')}By${pascal(last)}`;
  if (method === 'GET' && answersList && !endsWithOne) return `list${before}${pascal(lastName)}`;
  const one = endsWithOne || method === 'POST' ? singular(lastName) : lastName;
  return `${verbs[method] ?? method.toLowerCase()}${before}${pascal(one)}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
