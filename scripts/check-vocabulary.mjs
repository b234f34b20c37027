/**
 * A room's files come from one vocabulary, so that a stranger can guess where a line lives.
 * A new kind of file is a decision: it is written down here with its reason.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const features = fileURLToPath(new URL('../src/features/', import.meta.url));

const vocabulary = [
  {
    where: '',
    names: ['contract.ts', 'rules.ts', 'access.ts', 'rules.test.ts', 'access.test.ts', 'contract.test.ts'],
  },
  { where: 'locales/', names: ['ko.json', 'en.json', 'ja.json'] },
  {
    where: 'server/',
    names: ['routes', 'commands', 'queries', 'jobs', 'events', 'testing', 'public', 'personal-data'].flatMap(
      (name) => [`${name}.ts`, `${name}.test.ts`],
    ),
  },
  {
    where: 'client/',
    // A component's test needs no JSX of its own.
    names: ['api.ts', 'public.tsx', /^[a-z0-9-]+\.tsx$/, /^[a-z0-9-]+\.test\.ts$/],
  },
];

/** Files beyond the vocabulary, each with the reason why it stands alone. Its test may stand beside it. */
const extras = {
  'calls/client/call.ts': 'one call in a page: who is there, what is sent and heard, own devices',
  'calls/client/devices.ts':
    'asks the browser for microphones, cameras and screens, and says why there are none',
  'calls/client/load-call.ts': 'loads its page, which other pages need not carry',
  'calls/client/livekit.ts':
    'sound and pictures through a server in the middle; the only file that knows its library',
  'calls/client/mesh.ts': 'sound and pictures from each browser to each',
  'calls/client/session.ts': 'what every way of sound and pictures does',
  'calls/client/words.ts': 'problems, news and connections as they are told',
  'calls/server/hearing.ts': 'what people in a call send over their own topic',
  'calls/server/ice.ts': 'what browsers find each other by: relays, and the server in the middle',
  'calls/server/two-processes.ts': 'tests of calls over two processes, one of which is killed',
  'auctions/log.ts': 'the log of an auction: how it is written and how anybody checks it',
  'auctions/states.ts': 'the machine of auctions',
  'auctions/server/at-once.ts': 'many at once, and lives of auctions held against the rules',
  'auctions/server/bidders.ts': 'who may bid on what',
  'auctions/server/bidding.ts': 'takes bids, all that wait for one lot together',
  'auctions/server/clock.ts': 'does what is due, on the clock of the database',
  'auctions/server/lots.ts': 'drafts of lots, until they are shown or taken away',
  'auctions/server/notices.ts': 'who is told what of an auction',
  'auctions/server/settling.ts': 'what follows the end: payment, second chances, voided bids',
  'auctions/server/watching.ts': 'who watches which auction',
  'community/server/attachments.ts': 'files that go along with messages',
  'community/server/at-once.ts': 'many at once over two processes, one of which is killed, and what is heard',
  'community/server/channels.ts': 'channels, how people stand in them, and what is done under their lock',
  'community/server/managing.ts': 'adds, renames, archives and orders channels',
  'community/server/moderating.ts': 'who may not write or read, banned words, blocks between people',
  'community/server/moderation-routes.ts': 'what keeps the peace, apart because one file would be too long',
  'community/server/posting.ts': 'takes messages, all that wait for one channel together',
  'community/server/presence.ts': 'who is there, gathered and kept nowhere',
  'community/server/words.ts': 'holds texts against the banned words',
  'accounts/server/address-routes.ts': 'what mails prove, apart because one file would be too long',
  'accounts/server/addresses.ts': 'confirms and changes addresses, resets passwords by mail',
  'admin/server/audit.ts': 'what staff did, written where they do it',
  'accounts/server/consents.ts': 'what was agreed to, and in which version',
  'accounts/server/guessable.ts': 'which passwords are guessed first',
  'accounts/server/passkeys.ts': 'WebAuthn, kept in one place',
  'accounts/server/passwords.ts': 'the one queue of password hashes',
  'accounts/server/second-factor.ts': 'codes of authenticator apps and recovery codes',
  'accounts/server/security-routes.ts': 'what guards an account, apart because one file would be too long',
  'accounts/server/services.ts': 'the protocols of Kakao, Naver, LINE and Google',
  'accounts/server/sign-in.ts': 'the end that every way in shares',
  'accounts/server/social-routes.ts': 'visits to services, apart because one file would be too long',
  'accounts/server/social.ts': 'signing in with, connecting and leaving a service',
  'accounts/server/tickets.ts': 'what is handed out once and comes back once',
  'accounts/server/session.ts': 'who is this: the one query on every request',
  'accounts/client/security-api.ts': 'kept apart from api.ts, which every page loads',
  'accounts/going-on.ts':
    'where signing in leads on, which pages of others need without the rest of the rules',
  'accounts/client/load-security.ts': 'loads its page, which other pages need not carry',
  'accounts/client/load-steps.ts': 'loads the pages on the way to being signed in',
  'notifications/client/load-notifications.ts': 'loads its page, which other pages need not carry',
  'verification/client/load-verification.ts': 'loads its page, which other pages need not carry',
  'notifications/server/order-words.ts':
    'what happened to orders and quotes, what it comes to and who acts next',
  'notifications/client/list-api.ts': 'kept apart from api.ts, which every page loads',
  'accounts/client/login-first.ts': 'asks guests to log in, from pages of all rooms',
  'accounts/client/logout.ts': 'leaves from the shell and from pages alike',
  'admin/client/words.ts': 'names of roles, and times as staff read them',
  'rights/client/load-privacy.ts': 'loads its page, which other pages need not carry',
  'rights/client/words.ts': 'days, sizes and failures as they are told',
  'rights/server/archive.ts': 'what the law makes keep of people who have gone',
  'rights/server/export-file.ts': 'writes and reads the ZIP of an export',
  'people/client/load-own.ts': 'loads pages of one’s own with their words, which other pages need not carry',
  'people/client/load-person.ts': 'loads a person’s page with its head, which other pages need not carry',
  'people/client/words.ts': 'names of languages',
  'services/workshop.ts': 'machines, rate cards and calendars, which only estimates and their owners need',
  'quotes/client/choices.ts': 'what the address of an estimate may say',
  'quotes/client/chosen-model.ts': 'the model of an estimate, kept for whoever chose it while they sign in',
  'quotes/client/comparing.ts': 'what each provider would ask for a print, and in which order',
  'quotes/client/example-print.ts': 'the print that the examples of a rate card are worked out for',
  'quotes/client/load-estimate.ts': 'loads its page with its head, which other pages need not carry',
  'quotes/client/measure-file.ts': 'has a dropped model measured beside the page',
  'quotes/client/model-measurer.ts': 'the thread of the browser that dropped models are measured in',
  'quotes/client/request-draft.ts': 'what was typed into a request and not sent, kept in the browser',
  'quotes/client/request-words.ts': 'how a negotiation stands and what a shop needs, as they are told',
  'quotes/client/send-model.ts': 'sends a dropped model where its price is to bind somebody',
  'quotes/client/words.ts': 'prices, days and reasons as they are told',
  'payments/sandbox.ts': 'what can be chosen in the sandbox, which its page and its calls need',
  'payments/client/toss-pay.ts': 'opens the payment window of Toss, loaded when somebody pays',
  'payments/server/gateways/ask.ts': 'the one way to call a company that moves money',
  'payments/server/gateways/choose.ts': 'which gateway is configured',
  'payments/server/gateways/gateway.ts': 'what is asked of every gateway, and what it may answer',
  'payments/server/gateways/sandbox.ts': 'a payment company of our own, where no money moves',
  'payments/server/gateways/sandbox-routes.ts': 'the calls of the sandbox’s page',
  'payments/server/gateways/signatures.ts': 'who signed a webhook',
  'payments/server/gateways/stripe.ts': 'Stripe',
  'payments/server/gateways/toss.ts': 'Toss Payments',
  'payments/server/gateways/toss-api.ts': 'how Toss is called, and what its codes say',
  'payments/server/gateways/toss-payouts.ts': 'what Toss pays out, sealed both ways',
  'payments/server/gateways/toss-webhooks.ts': 'what Toss tells of itself, and what of it is believed',
  'resources/server/incoming.ts': 'reads an upload from the wire',
  'resources/view-sources.ts': 'where people come from, which pages without a resource need not carry',
  'resources/import-plan.ts': 'what becomes of an archive’s files',
  'resources/server/importing.ts': 'makes a draft of an archive',
  'resources/licenses.ts': 'what licences allow, which pages without a resource need not carry',
  'resources/server/managing-routes.ts':
    'what owners do with their resources, apart because one file would be too long',
  'resources/version-files.ts': 'which files the next version has, which lists of resources need not carry',
  'resources/viewing.ts': 'what of files can be looked at, which only the reader and its calls need',
  'resources/server/reading-routes.ts': 'files to be looked at, apart because one file would be too long',
  'resources/server/pdf-library.ts': 'where the library is that draws PDFs in the browser',
  'resources/server/kinds.ts': 'tests of what only some kinds have, beside those of every resource',
  'resources/server/all-files.ts': 'all files of a resource as one ZIP, made while it is sent',
  'resources/server/models.ts': 'measures and draws 3D models, one at a time',
  'resources/server/model-worker.ts': 'the thread that models are read in, which may be ended',
  'resources/server/cards.ts': 'the stored cards that lists are made of',
  'resources/server/card-image.ts': 'draws what social networks show',
  'resources/server/listing.ts': 'the public list, on its own fast path',
  'resources/server/search-index.ts': 'what a search finds a resource by',
  'resources/client/count-look.ts': 'tells that somebody looks at a resource',
  'resources/server/embed.ts': 'the card that other sites show in a frame',
  'resources/parts-table.ts':
    'parts lists out of and into spreadsheets, which lists of resources need not carry',
  'resources/software.ts': 'what names of files and browsers tell of platforms, which lists need not carry',
  'resources/client/kind-words.ts': 'print settings, times and platforms as they are told',
  'resources/client/progress-store.ts': 'keeps which steps were done, in the account or in the browser',
  'resources/client/sha256.ts': 'a checksum piece by piece, loaded when someone checks a file',
  'quotes/client/load-workshop.ts': 'loads its page, which other pages need not carry',
  'quotes/client/workshop-form.ts': 'machines, rate card and calendar as they stand in fields, and back',
  'services/server/workshop.ts': 'tests of machines, rate cards and calendars, beside those of every service',
  'services/places.ts': 'cities and districts, which the home page need not carry',
  'services/client/place-words.ts': 'names of districts, which the home page need not carry',
  'services/client/map-places.ts': 'names on a map without tiles',
  'services/client/stock-words.ts': 'names of colours and materials, whatever their providers typed',
  'services/client/map-ground.ts': 'what a map shows without tiles',
  'services/client/map-grid.ts': 'where lines of a grid are, pure',
  'services/client/ground-words.ts': 'why a map shows less, for all of its kinds',
  'services/client/map.ts': 'the one way to make a map, loaded when somebody looks at one',
  'services/server/pricing.ts': 'what a price is sorted by, and whose words it is told in',
  'services/server/nearby.ts': 'services around a point, on their own fast path',
  'services/server/price-order.ts': 'tests of the price order, a table of its own',
  'resources/client/load-text.ts': 'fetches what a file holds, to be read',
  'resources/client/highlight.ts': 'colours sources; the only file that knows the highlighter',
  'resources/client/pdf-document.ts': 'opens and draws PDFs; the only file that knows the library',
  'resources/client/check-form.ts': 'what is wrong with the form that can be told before it is sent',
  'resources/client/load-model-viewer.ts': 'loads what draws models, for pages of several rooms',
  'resources/client/load-model.ts': 'fetches a 3D model and has it read beside the page',
  'resources/client/model-reader.ts': 'the thread of the browser that models are read in',
  'resources/client/model-scene.ts': 'draws a 3D model; the only file that knows three.js',
  'resources/client/model-words.ts': 'figures of 3D models as they are told',
  'resources/client/download-flow.ts': 'what a download click does, loaded when someone clicks',
  'search/server/understanding.ts': 'what a search may mean besides what it says',
  'search/server/vocabulary.ts': 'the words of all texts, with what they are found by',
  'search/server/search-log.ts': 'counts searches beside the requests',
  'services/states.ts': 'states and who may change them, which pages without a form need not carry',
  'services/offering.ts': 'what a provider may say, which pages without a form need not carry',
  'services/server/gazetteer.ts': 'our own table of cities and districts, by their names',
  'services/server/geocoder.ts': 'asks a service of others where an address is',
  'services/server/writing.ts': 'tests of what providers write, beside those of what everybody reads',
  'services/client/own-api.ts': 'kept apart from api.ts, which the home page loads',
  'services/client/load-register.ts': 'loads the form’s page with its head, which other pages need not carry',
  'services/client/check-form.ts': 'what is wrong with the form that can be told before it is sent',
  'services/client/hours.ts': 'a week of opening hours in words',
  'services/geo.ts': 'places on the earth, which the home page need not carry',
  'services/client/service-words.ts': 'what comes on top of a price, which only a service’s own page tells',
  'services/client/ask-place.ts': 'asks the device where it is, loaded when somebody wants it',
  'resources/client/load-own.ts': 'loads the pages of whoever publishes, which other pages need not carry',
  'resources/client/load-list.ts': 'loads a page of the list before it is shown',
  'resources/client/download.ts': 'starts a download in the browser',
  'resources/client/words.ts': 'words for the codes of the contract',
  'uploads/file-types.ts': 'the table of file types, which pages without a form need not carry',
  'uploads/server/kept-files.ts': 'files that were handed over for good, which stay what they were',
  'quotes/missing.ts': 'what a shop needs to know before it can price something',
  'quotes/negotiation.ts': 'states of a negotiated quote and who may change which into which',
  'quotes/server/binding.ts': 'quotes that bind, both kinds as an order needs them',
  'quotes/server/handed-over.ts': 'files that are handed over with a request, whatever they come from',
  'quotes/server/negotiating.ts': 'what the two sides do until they agree, apart from instant quotes',
  'quotes/server/negotiation-routes.ts':
    'requests and their negotiations, apart because one file would be too long',
  'quotes/server/requests.ts': 'reads requests and negotiations, apart from instant quotes',
  'uploads/server/archives.ts': 'looks into archives without unpacking them',
  'uploads/server/file-check.ts': 'what is really inside an uploaded file',
  'uploads/client/uploader.ts': 'sends files piece by piece, beside the screen that shows it',
  'games/server/bundle.ts': 'reads games out of the ZIPs that they came in',
  'games/server/frame.ts': 'what a frame is served with: its policy, its tickets, our pages around a game',
  'games/server/frame-script.ts': 'what runs inside a frame before the game',
  'games/client/bridge.ts': 'what passes between a page and a frame that it does not trust',
  'games/client/load-play.ts': 'loads a game’s page with its head, which other pages need not carry',
  'games/client/save-store.ts': 'keeps what games save, in the account or in the browser',
  'games/client/words.ts': 'titles in the reader’s language',
  'notifications/server/words.ts': 'what each notification says',
  'verification/server/bank-check.ts': 'asks a service of others whose account a number is',
  'verification/client/words.ts': 'names of banks',
  'conversations/client/draft-store.ts': 'keeps what was typed and not sent, in the browser',
  'conversations/client/load-conversations.ts': 'loads its pages, which other pages need not carry',
  'conversations/client/words.ts': 'times as they are told',
  'social/server/collections.ts': 'what is done with collections, apart because one file would be too long',
  'social/server/collection-routes.ts': 'the calls of collections, apart because one file would be too long',
  'social/server/comments.ts': 'what is done with comments, apart because one file would be too long',
  'social/server/comment-routes.ts': 'the calls of comments, apart because one file would be too long',
  'social/server/makes.ts': 'what is done with makes, apart because one file would be too long',
  'social/server/make-routes.ts': 'the calls of makes, apart because one file would be too long',
  'moderation/client/words.ts': 'words for the codes of the contract',
  'social/client/load-pages.ts':
    'loads the pages of collections and of whom one follows, which other pages need not carry',
  'social/client/words.ts': 'words for the codes of the contract',
  'admin/server/staff.ts': 'who of the staff may do something, asked by every room',
  'payments/states.ts': 'the machines of payments, refunds and payouts',
  'payments/server/events.ts': 'how a machine takes a step, the same for all three',
  'payments/server/findings.ts': 'tells people that something about money wants looking at',
  'payments/server/payouts.ts': 'what is done with payouts, apart because one file would be too long',
  'payments/server/refunds.ts': 'what is done with refunds, apart because one file would be too long',
  'payments/server/settlements.ts': 'what gateways pay to us, and the fees that are ours',
  'payments/server/statement.ts': 'a statement as a spreadsheet',
  'payments/server/webhooks.ts': 'what gateways tell us',
  'orders/server/model.ts': 'random lives of orders beside a model of the specification',
  'orders/server/matrix.ts': 'every state, event and side, and that what is refused writes nothing',
  'orders/server/mishaps.ts': 'what banks, gateways and people do seldom, and where the money is then',
  'orders/server/adjustments.ts': 'what two people of the house change about the money of an order',
  'payments/server/adjustments.ts': 'early payouts, goodwill and corrections, which take two people',
  'payments/client/adjustments.tsx': 'what waits for a second person, and the books it is proposed from',
  'orders/server/killed.ts': 'a server that dies at every commit and call',
  'orders/server/killed-database.ts': 'a database that dies with orders on their way',
  'orders/client/paying.ts': 'the way to the gateway, and what a browser remembers of it',
  'auctions/server/killed.ts': 'a server that dies at the moment of an end',
  'auctions/client/bid-key.ts': 'the key of a bid, kept for whoever sends it again',
  'auctions/client/list-search.ts': 'what the address of the list may say',
  'auctions/client/live.ts': 'an auction after what was pushed',
  'auctions/client/load-auctions.ts':
    'loads pages of auctions with their heads, which other pages need not carry',
  'auctions/client/words.ts': 'names, prices and times as they are told',
  'orders/client/words.ts': 'sums, moments and banks as they are told',
  'orders/client/order-words.ts': 'states, events and what happens next as they are told',
  'orders/client/list-api.ts': 'lists and receipts, apart from what one order’s page asks',
  'payments/client/money-api.ts':
    'statements, earnings and what staff see of money, apart from the sandbox’s page',
  'payments/client/money-words.ts': 'kinds, reasons and states of money as they are told',
  'tenders/client/checking.ts': 'works the record of a tender out again in the browser',
  'tenders/client/load-jobs.ts': 'loads its pages with their heads, which other pages need not carry',
  'tenders/client/words.ts': 'states, points and times as they are told',
  'tenders/states.ts': 'the machine of tenders',
  'tenders/server/bidding.ts': 'bids as they are made: who may, and what is sealed',
  'tenders/server/opening.ts': 'what time does to a tender, whoever comes by first',
  'orders/states.ts': 'the machine of orders, which pages without an order need not carry',
  'orders/server/checks.ts': 'what must hold of all money',
  'orders/server/notices.ts': 'who is told of which event',
  'orders/server/paying.ts': 'how orders take part in payments',
  'orders/server/photos.ts': 'pictures that are said something with',
  'orders/server/placing.ts': 'makes orders, apart because one file would be too long',
  'services/client/location.ts': 'asks the browser where the visitor is',
  'services/client/list-search.ts': 'what the address of a list may say',
  'services/client/load-services.ts': 'loads a page of the list before it is shown',
  'services/client/words.ts': 'words for the codes of the contract, prices and distances',
  'community/client/composing.ts': 'which key sends, and whose name is being typed',
  'community/client/draft-store.ts': 'what is being written, kept in the browser until it is sent',
  'community/client/emoji.ts': 'what can be answered with',
  'community/client/live.ts': 'puts what is pushed into what is shown',
  'community/client/load-community.ts': 'loads its pages with their heads, which other pages need not carry',
  'community/client/log-place.ts': 'keeps what somebody reads where it is',
  'community/client/message-window.ts': 'the stretch of a channel that a page holds, and what changes it',
  'community/client/outbox.ts': 'what was written and has not left yet',
  'community/server/talking.ts': 'who says what without a session: the makers of the demo',
  'community/client/words.ts': 'days, times and names as they are told',
};

const problems = [];
const seen = new Set();
for (const entry of readdirSync(features, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = `${entry.parentPath}/${entry.name}`
    .slice(features.length)
    .replaceAll('\\', '/')
    .replace(/^\//, '');
  const [, room, where, name] = /^([^/]+)\/((?:[^/]+\/)*)([^/]+)$/.exec(path) ?? [];
  if (!room) {
    problems.push(`src/features/${path}: a file belongs inside a room`);
    continue;
  }
  const extra = path.replace(/\.test\.(tsx?)$/, '.$1');
  if (extras[extra]) {
    seen.add(extra);
    continue;
  }
  const place = vocabulary.find((candidate) => candidate.where === where);
  if (!place) {
    problems.push(
      `src/features/${path}: a room has only locales/, server/ and client/; a room that has grown too large splits into rooms`,
    );
  } else if (
    !place.names.some((allowed) => (typeof allowed === 'string' ? allowed === name : allowed.test(name)))
  ) {
    problems.push(
      `src/features/${path}: not in the vocabulary of ${where || 'a room'}; use one of its names, or list the file with its reason in scripts/check-vocabulary.mjs`,
    );
  }
}
for (const path of Object.keys(extras)) {
  if (!seen.has(path))
    problems.push(`scripts/check-vocabulary.mjs: src/features/${path} is gone; take it off the list`);
}

for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
