import type { Locale } from '#i18n/languages.ts';
import type { ColumnType, Generated } from 'kysely';
import type { GatewayName } from '#platform/shared/gateways.ts';
import type { OrderState } from '#platform/shared/order-states.ts';
import type { Dimension } from '#platform/shared/dimensions.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import type { ModelProblem, Unit } from '#platform/shared/models/mesh.ts';
import type { Printability } from '#platform/shared/models/printability.ts';
import type { Tensor, TensorProblem, TensorSummary } from '#platform/shared/tensors.ts';
import type { AuctionTerms, Increments } from '#platform/shared/auction-terms.ts';
import type { UnfinishedParts } from './storage.ts';

/** Table types for Kysely: camelCase here, snake_case in migrations/. */
export type Database = {
  person: PersonTable;
  demoPart: { part: string; writtenAt: Generated<Date> };
  formerUsername: { username: string; personId: string; heldUntil: Date };
  session: SessionTable;
  credential: CredentialTable;
  ticket: TicketTable;
  passkey: PasskeyTable;
  secondFactor: SecondFactorTable;
  recoveryCode: { personId: string; hash: string };
  phoneCode: {
    personId: string;
    sealedPhone: string;
    codeHash: string | null;
    tries: Generated<number>;
    requestedAt: Date;
    expiresAt: Date;
  };
  bankAccount: BankAccountTable;
  auditEntry: AuditEntryTable;
  signingKey: { id: string; publicKey: string; createdAt: Generated<Date> };
  realtimeEvent: { topic: string; seq: number; type: string; data: Json<Record<string, unknown>>; at: Date };
  notification: NotificationTable;
  notificationMute: { personId: string; kind: string };
  gameSave: {
    personId: string;
    resourceId: string;
    slots: Json<Record<string, string>>;
    revision: number;
    updatedAt: Date;
  };
  withdrawal: { personId: string; requestedAt: Date; concealed: Json<Record<string, unknown>> };
  dataExport: DataExportTable;
  legalArchive: {
    id: Generated<string>;
    kind: string;
    sealed: string;
    archivedAt: Date;
    keptUntil: Date;
  };
  consent: {
    id: string;
    personId: string;
    kind: string;
    version: string;
    given: boolean;
    decidedAt: Date;
  };
  resource: ResourceTable;
  upload: UploadTable;
  resourceVersion: ResourceVersionTable;
  resourceFile: ResourceFileTable;
  resourceImage: ResourceImageTable;
  resourceModel: ResourceModelTable;
  resourceStepPicture: {
    id: string;
    personId: string | null;
    resourceId: string | null;
    width: number;
    height: number;
    blobPrefix: string;
    widths: number[];
    createdAt: Date;
  };
  resourceProgress: { personId: string; resourceId: string; done: number[]; updatedAt: Date };
  service: ServiceTable;
  serviceLocation: ServiceLocationTable;
  serviceImage: ServiceImageTable;
  serviceWorkshop: ServiceWorkshopTable;
  servicePrint: ServicePrintTable;
  keptFile: KeptFileTable;
  quote: QuoteTable;
  quoteFile: { quoteId: string; position: number; keptFileId: string };
  quotePart: QuotePartTable;
  quoteRequest: QuoteRequestTable;
  quoteRequestFile: QuoteRequestFileTable;
  quoteThread: QuoteThreadTable;
  quoteOffer: QuoteOfferTable;
  quoteLowering: { quoteId: Final<string>; principal: number; fee: number; loweredAt: Date };
  quoteOrder: { quoteId: Final<string>; orderId: Final<string>; orderedAt: Final<Date> };
  tender: TenderTable;
  tenderFile: { tenderId: string; keptFileId: string; position: number };
  tenderBid: TenderBidTable;
  serviceContact: { personId: string; providerId: string; askedAt: Date };
  resourceDownload: { resourceId: string; day: ColumnType<string, string, never>; personKey: string };
  resourceTaken: { personId: string; resourceId: string; version: number; told: number; takenAt: Date };
  resourceViewDay: {
    resourceId: string;
    day: ColumnType<string, string, never>;
    source: string;
    count: number;
  };
  resourceViewSeen: { resourceId: string; day: ColumnType<string, string, never>; personKey: string };
  resourceLike: { resourceId: string; personId: string; createdAt: Date };
  collection: CollectionTable;
  collectionItem: {
    collectionId: string;
    resourceId: string;
    note: Generated<string>;
    position: number;
    addedAt: Date;
  };
  comment: CommentTable;
  make: MakeTable;
  follow: { followerId: string; personId: string; createdAt: Date };
  call: CallTable;
  callLink: CallLinkTable;
  callPeer: CallPeerTable;
  callRemoval: { channelId: string; personId: string; until: Date };
  callMark: {
    channelId: string;
    id: string;
    position: Generated<number>;
    mark: Json<Record<string, unknown>>;
  };
  callFrame: { channelId: string; id: string; bytes: Buffer };
  conversation: ConversationTable;
  conversationResponse: ConversationResponseTable;
  volunteer: VolunteerTable;
  supportSession: SupportSessionTable;
  supportAnswer: SupportAnswerTable;
  review: {
    id: string;
    orderId: string;
    serviceId: string | null;
    side: 'buyer' | 'provider';
    authorId: string;
    aboutId: string;
    rating: number;
    text: string;
    state: 'waiting' | 'shown' | 'hidden' | 'concealed';
    showsAt: Date;
    shownAt: Date | null;
    answer: string | null;
    answeredAt: Date | null;
    worked: boolean | null;
    createdAt: Date;
    editedAt: Date | null;
  };
  reviewPhoto: { reviewId: string; photoId: string; position: number };
  moderationCase: ModerationCaseTable;
  report: ReportTable;
  ledgerJournal: {
    id: Generated<string>;
    commandId: string;
    rules: string;
    orderId: string | null;
    paymentId: string | null;
    reverses: string | null;
    reason: string;
    postedAt: Date;
  };
  ledgerEntry: {
    journalId: string;
    line: number;
    account: string;
    subjectId: string | null;
    ownerId: string | null;
    amount: number;
  };
  ledgerBalance: { account: string; subjectId: string; ownerId: string | null; balance: number };
  ledgerFold: { account: string; balance: number; journalId: string };
  ledgerFinding: {
    id: Generated<string>;
    invariant: string;
    subject: string;
    detail: Json<Record<string, unknown>>;
    foundAt: Date;
    resolvedAt: Date | null;
    /** Null where it closed automatically. */
    resolverId: string | null;
    resolution: string | null;
  };
  savedSearch: {
    id: string;
    personId: string;
    kind: 'resources' | 'services' | 'questions' | 'lots';
    text: string;
    filters: Json<Record<string, string>>;
    name: string;
    knownUntil: Date;
    toldAt: Date | null;
    createdAt: Date;
  };
  wanted: WantedTable;
  wantedImage: {
    id: string;
    wantedId: string;
    position: number;
    alt: string;
    width: number;
    height: number;
    widths: number[];
    blobPrefix: string;
    createdAt: Date;
  };
  pledge: PledgeTable;
  wantedAnswer: WantedAnswerTable;
  wantedAward: {
    id: string;
    wantedId: string;
    answerId: string;
    receiverId: string | null;
    amount: number;
    fee: number;
    createdAt: Date;
  };
  wantedAwardPart: { awardId: string; pledgeId: string; amount: number };
  wantedRuling: { wantedId: string; staffId: string; answerIds: string[]; reason: string; ruledAt: Date };
  wantedEvent: {
    id: Generated<number>;
    wantedId: string;
    kind: string;
    amount: number | null;
    answerId: string | null;
    at: Date;
  };
  payment: PaymentTable;
  paymentPart: { paymentId: string; orderId: string; amount: number };
  basket: BasketTable;
  basketItem: {
    id: string;
    basketId: string;
    serviceId: string;
    quoteId: string | null;
    quantity: number;
    resourceFileIds: Generated<string[]>;
  };
  basketOrder: {
    orderId: string;
    basketId: string;
    replacesId: string | null;
    quantity: number;
    resourceFileIds: string[] | null;
    againAt: Date | null;
  };
  refund: RefundTable;
  payable: {
    orderId: string;
    providerId: string;
    buyerId: string;
    releasedAt: Date;
    heldUntil: Date;
    frozenReason: string | null;
    claimOpen: Generated<boolean>;
    payoutId: string | null;
    partOf: string | null;
    title: string | null;
  };
  payout: PayoutTable;
  legalDocument: {
    id: Generated<string>;
    kind: 'terms' | 'privacy';
    state: 'draft' | 'published';
    effectiveOn: string;
    texts: Json<Record<string, string> | null>;
    changes: Json<Record<string, string>>;
    isAdverse: boolean;
    needsConsent: boolean;
    changedAt: Date;
    publishedAt: Date | null;
    toldUpTo: Generated<string | null>;
    toldAt: Generated<Date | null>;
  };
  setting: { id: Generated<string>; name: string; value: Json<unknown>; changedAt: Date };
  sponsorship: SponsorshipTable;
  adBanner: {
    id: string;
    kind: 'house' | 'sponsor';
    sponsorshipId: string | null;
    ownerId: string;
    title: string;
    text: string;
    url: string;
    language: Locale;
    state: 'waiting' | 'shown' | 'refused' | 'ended';
    startsOn: string;
    endsOn: string | null;
    createdAt: Date;
    decidedAt: Date | null;
    blobPrefix: string | null;
    widths: number[] | null;
    width: number | null;
    height: number | null;
  };
  adCount: { bannerId: string; slot: string; day: string; views: number; clicks: number };
  contribution: ContributionTable;
  sponsorSpending: {
    id: string;
    amount: number;
    spentOn: string;
    purpose: Json<{ ko: string; en: string; ja: string }>;
    recordedBy: string;
    recordedAt: Date;
    reversedAt: Date | null;
  };
  adjustment: {
    id: string;
    kind: 'release_early' | 'goodwill' | 'reversal';
    orderId: string;
    amount: number | null;
    commandId: string | null;
    state: Generated<'proposed' | 'applied' | 'refused'>;
    proposerId: string;
    reason: string;
    proposedAt: Date;
    deciderId: string | null;
    decisionReason: string | null;
    decidedAt: Date | null;
    before: Json<Record<string, unknown>>;
    after: Json<Record<string, unknown>>;
  };
  channel: ChannelTable;
  channelMember: { channelId: string; personId: string; joinedAt: Date };
  channelMessage: ChannelMessageTable;
  channelMessageEdit: {
    channelId: string;
    seq: number;
    number: number;
    text: string;
    title: string | null;
    at: Date;
  };
  channelTranslation: {
    channelId: string;
    seq: number;
    locale: Locale;
    editedAt: Date | null;
    title: string | null;
    text: string;
    sourceLanguage: string | null;
  };
  messageSearch: { channelId: string; seq: number; tokens: number[] };
  channelMention: { channelId: string; seq: number; personId: string };
  channelAttachment: {
    channelId: string;
    seq: number;
    position: number;
    fileId: string;
    width: number | null;
    height: number | null;
    widths: number[] | null;
    blobPrefix: string | null;
    placeholder: string | null;
  };
  channelReaction: { channelId: string; seq: number; emoji: string; personId: string; at: Date };
  channelPin: { channelId: string; seq: number; personId: string; at: Date };
  channelRead: { channelId: string; personId: string; device: string; seq: number; at: Date };
  channelSanction: {
    id: string;
    channelId: string | null;
    personId: string;
    kind: 'mute' | 'ban';
    until: Date | null;
    reason: string;
    actorId: string;
    createdAt: Date;
    liftedAt: Generated<Date | null>;
  };
  personBlock: { blockerId: string; blockedId: string; at: Date };
  bannedWord: { id: string; word: string; folded: string; createdAt: Date };
  auction: AuctionTable;
  auctionImage: {
    id: string;
    auctionId: string;
    position: number;
    alt: string;
    width: number;
    height: number;
    widths: number[];
    blobPrefix: string;
    createdAt: Date;
  };
  auctionBidder: {
    auctionId: string;
    personId: string;
    number: number;
    outbidAt: Date | null;
    toldAt: Date | null;
  };
  auctionEntry: {
    auctionId: string;
    seq: number;
    at: Date;
    kind:
      | 'bid'
      | 'buy'
      | 'void'
      | 'cancel'
      | 'end'
      | 'paid'
      | 'unpaid'
      | 'reversed'
      | 'refunded'
      | 'offer'
      | 'consent'
      | 'refuse_offer'
      | 'offer_lapsed'
      | 'give_up';
    bidderId: string | null;
    bidderNumber: number | null;
    maximum: number | null;
    salt: Buffer | null;
    commitment: Buffer | null;
    voidedSeq: number | null;
    reason: string | null;
    price: number | null;
    leaderNumber: number | null;
    isReserveMet: boolean;
    endsAt: Date;
    hash: Buffer;
    commandKey: string | null;
  };
  auctionEvent: {
    id: Generated<string>;
    auctionId: string;
    event: string;
    side: string;
    actorId: string | null;
    fromState: string;
    toState: string;
    detail: Json<Record<string, unknown>>;
    at: Date;
  };
  auctionWatch: { personId: string; auctionId: string; createdAt: Date; toldAt: Date | null };
  auctionSignature: { auctionId: string; seq: number; keyId: string; signature: Buffer; signedAt: Date };
  auctionStrike: {
    id: string;
    personId: string;
    auctionId: string;
    cause: 'unpaid' | 'cancelled' | 'reversed';
    at: Date;
    liftedAt: Date | null;
  };
  household: { personId: string; householdId: string; setAt: Date };
  payoutPart: { payoutId: string; orderId: string; buyerId: string; amount: number };
  payoutSeller: {
    personId: string;
    gateway: string;
    ref: string;
    sellerKey: string | null;
    status: string;
    accountRegisteredAt: Date;
    updatedAt: Date;
  };
  moneyEvent: {
    id: Generated<string>;
    kind: 'payment' | 'refund' | 'payout';
    subjectId: string;
    version: number;
    event: string;
    fromState: string | null;
    toState: string;
    commandId: string | null;
    actorId: string | null;
    detail: Json<Record<string, unknown>>;
    at: Date;
  };
  paymentWebhook: { gateway: string; id: string; receivedAt: Date };
  orders: OrderTable;
  resourceShare: {
    resourceId: string;
    amount: number | null;
    percent: ColumnType<string | null, number | null, number | null>;
    changedAt: Date;
  };
  build: {
    id: string;
    source: 'order' | 'make';
    sourceId: string;
    resourceId: string | null;
    fileHashes: string[];
    makerId: string | null;
    forId: string | null;
    ownerId: string | null;
    serviceId: string | null;
    machineId: string | null;
    machine: string;
    material: string;
    settings: string;
    worked: boolean;
    builtAt: Date;
  };
  nearWish: {
    id: string;
    personId: string;
    trade: string;
    lat: number;
    long: number;
    radiusKm: number;
    resourceId: string | null;
    createdAt: Date;
    serviceId: Generated<string | null>;
    toldAt: Generated<Date | null>;
  };
  makingPermission: {
    id: string;
    resourceId: string;
    askerId: string;
    authorId: string;
    purpose: 'own' | 'gift' | 'sale';
    pieces: number;
    note: string;
    state: 'asked' | 'granted' | 'refused' | 'withdrawn';
    allowed: Generated<number>;
    used: Generated<number>;
    answer: Generated<string>;
    conversationId: string | null;
    askedAt: Date;
    answeredAt: Date | null;
  };
  licenseText: { sha256: string; license: string; text: string; keptAt: Date };
  orderRight: {
    id: string;
    orderId: string;
    resourceId: string | null;
    title: string;
    version: number;
    fileHashes: string[];
    license: string;
    licenseSha256: string;
    purpose: 'own' | 'gift' | 'sale';
    pieces: number;
    verdict: 'allowed' | 'allowed_with_share';
    reason: string;
    permissionId: string | null;
    togetherId: string | null;
    portion: number | null;
    insteadOf: string | null;
    decidedAt: Date;
    receipt: string | null;
    signature: string | null;
    keyId: string | null;
    issuedAt: Date | null;
  };
  passportChoice: {
    providerId: string;
    serviceId: string | null;
    each: 'piece' | 'batch' | 'none' | null;
    showsMaker: boolean;
    warrantyMonths: number | null;
    warranty: string;
    changedAt: Date;
  };
  tradeItem: {
    providerId: string;
    serviceId: string | null;
    resourceId: string | null;
    version: number | null;
    gtin: string;
    changedAt: Date;
  };
  passport: PassportTable;
  passportCode: { code: string; passportId: string; issuedAt: Date; revokedAt: Date | null };
  passportHandover: { passportId: string; tokenHash: string; createdAt: Date; expiresAt: Date };
  recall: {
    id: string;
    resourceId: string;
    versions: number[] | null;
    urgency: 'fix' | 'stop';
    what: string;
    remedy: string;
    authorId: string;
    isByStaff: boolean;
    createdAt: Date;
    endedAt: Date | null;
  };
  recallUpdate: {
    id: string;
    recallId: string;
    text: string;
    authorId: string;
    isByStaff: boolean;
    createdAt: Date;
  };
  recallNotice: { aboutId: string; personId: string; toldAt: Date };
  orderShare: {
    id: string;
    orderId: string;
    authorId: string;
    resourceId: string | null;
    rightId: string;
    title: string;
    pieces: number;
    amount: number;
    kept: number | null;
    returnedAt: Date | null;
  };
  orderEvent: {
    id: Generated<string>;
    orderId: string;
    version: number;
    event: string;
    side: 'buyer' | 'provider' | 'admin' | 'system';
    actorId: string | null;
    fromState: OrderState | null;
    toState: OrderState;
    commandId: string;
    detail: Json<Record<string, unknown>>;
    at: Date;
  };
  orderNote: { eventId: string; orderId: string; authorId: string; text: string };
  orderTimer: { orderId: string; kind: string; at: Date; leftMs: number | null };
  orderProposal: {
    id: string;
    orderId: string;
    kind: 'settlement' | 'rework' | 'return' | 'late_cancel' | 'cancel';
    side: 'buyer' | 'provider';
    keep: number | null;
    state: 'open' | 'agreed' | 'refused' | 'lapsed' | 'replaced';
    createdAt: Date;
    expiresAt: Date;
    decidedAt: Date | null;
  };
  orderDispute: {
    id: string;
    orderId: string;
    openedBy: 'buyer' | 'provider' | 'system';
    previousState: 'accepted' | 'working' | 'delivered';
    phase: 'answering' | 'negotiating' | 'ruling' | 'ruled' | 'appealed' | 'ended';
    hasAppealed: Generated<boolean>;
    openedAt: Date;
    endedAt: Date | null;
  };
  orderRuling: {
    id: string;
    disputeId: string | null;
    claimId: string | null;
    orderId: string;
    adminId: string;
    outcome: 'provider' | 'buyer' | 'split';
    keep: number;
    deliveryBearer: 'buyer' | 'provider' | null;
    reason: string;
    round: number;
    decided: boolean;
    at: Date;
  };
  orderClaim: {
    id: string;
    orderId: string;
    state: 'open' | 'accepted' | 'refused';
    knownOn: ColumnType<string, string, never>;
    amount: number;
    granted: number | null;
    createdAt: Date;
    answerBy: Date;
    answeredAt: Date | null;
    decidedAt: Date | null;
  };
  orderPhoto: {
    id: string;
    orderId: string;
    authorId: string;
    side: 'buyer' | 'provider';
    kind: 'underway' | 'finished' | 'pre_ship' | 'arrival' | 'evidence';
    eventId: string | null;
    width: number;
    height: number;
    blobPrefix: string;
    widths: number[];
    createdAt: Date;
  };
  orderDimension: {
    orderId: string;
    position: number;
    label: string;
    targetMm: number;
    toleranceMm: number;
    providerMm: Generated<number | null>;
    providerAt: Generated<Date | null>;
    buyerMm: Generated<number | null>;
    buyerAt: Generated<Date | null>;
  };
  orderArrival: { orderId: string; works: boolean; eventId: string | null; at: Date };
  orderFile: {
    id: string;
    orderId: string;
    kind: 'request' | 'result';
    keptFileId: string;
    name: string;
    sha256: string;
    eventId: string | null;
  };
  orderConsent: {
    orderId: string;
    kind: 'terms' | 'custom_made';
    version: string;
    words: string;
    locale: string;
    givenAt: Date;
  };
  searchSynonym: { id: Generated<string>; words: string[]; createdAt: Generated<Date> };
  idempotencyKey: {
    personId: string;
    call: string;
    key: string;
    bodyHash: string;
    answer: ColumnType<unknown, string | null, string | null>;
    createdAt: Date;
  };
  sandboxPayment: SandboxPaymentTable;
  sandboxCancel: { key: string; paymentKey: string; idempotencyKey: string; amount: number; at: Date };
  sandboxPayout: {
    key: string;
    ref: string;
    sellerKey: string;
    currency: string;
    amount: number;
    status: 'in_progress' | 'completed' | 'failed';
    failAt: Date | null;
    requestedAt: Date;
  };
  sandboxSeller: { key: string; ref: string; mode: 'done' | 'hang' | 'fail' | 'late' | 'unapproved' };
  assistantDocument: {
    id: string;
    ownerId: string;
    title: string;
    state: Generated<'waiting' | 'reading' | 'ready' | 'refused'>;
    problem: string | null;
    problemFile: Generated<string | null>;
    pagesRead: Generated<number>;
    pages: number | null;
    tries: Generated<number>;
    beganAt: Date | null;
    createdAt: Date;
  };
  assistantDocumentFile: { documentId: string; position: number; fileId: string };
  assistantPage: {
    documentId: string;
    page: number;
    kind: 'text' | 'picture' | 'pdf';
    file: number;
    entry: string | null;
    pdfPage: number | null;
    heading: string;
    text: string;
  };
  assistantGuide: {
    id: string;
    resourceId: string | null;
    version: number | null;
    documentId: string | null;
    title: string;
    language: Locale;
    parts: Json<unknown[]>;
    steps: Json<unknown[]>;
    manualIds: Generated<string[]>;
    createdAt: Date;
  };
  assistantManual: {
    fileId: string;
    state: Generated<'waiting' | 'reading' | 'ready' | 'refused'>;
    problem: string | null;
    tries: Generated<number>;
    beganAt: Date | null;
  };
  assistantPassage: AssistantPassageTable;
  assistantConversation: {
    id: string;
    personId: string | null;
    guestKey: string | null;
    guideId: string | null;
    hasGuide: boolean;
    title: string;
    step: Generated<number>;
    doneSteps: Generated<number[]>;
    checkedParts: Generated<number[]>;
    lastSeq: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  assistantMessage: AssistantMessageTable;
  assistantAction: {
    id: string;
    conversationId: string;
    messageId: string;
    position: number;
    tool: string;
    input: Json<Record<string, unknown>>;
    resultId: string | null;
  };
  assistantSpending: { personId: string; day: string; tokens: Generated<number> };
  assistantProposal: {
    id: string;
    resourceId: string;
    step: number;
    beforeTitle: string;
    beforeText: string;
    afterTitle: string;
    afterText: string;
    reason: string;
    isFromModel: boolean;
    proposerId: string | null;
    state: Generated<'open' | 'accepted' | 'refused' | 'outdated'>;
    answer: string | null;
    createdAt: Date;
    decidedAt: Date | null;
  };
};

type AssistantPassageTable = {
  id: Generated<number>;
  guideId: string | null;
  resourceId: string | null;
  kind: 'about' | 'part' | 'step' | 'file' | 'page' | 'comment' | 'answer';
  number: number | null;
  fileId: string | null;
  commentId: string | null;
  messageId: string | null;
  heading: string;
  text: string;
  terms: string[];
  changedAt: Date | null;
};

type AssistantMessageTable = {
  id: string;
  conversationId: string;
  seq: number;
  role: 'user' | 'assistant';
  state: 'writing' | 'complete' | 'stopped';
  text: Generated<string>;
  sentences: ColumnType<unknown[], string | undefined, string>;
  handoffs: ColumnType<unknown[], string | undefined, string>;
  safety: Generated<string[]>;
  found: ColumnType<unknown[] | null, string | null | undefined, string | null>;
  declined: Generated<boolean>;
  mode: 'retrieval' | 'model' | 'tool' | null;
  voided: string | null;
  dropped: Generated<number>;
  clientId: string | null;
  replyTo: string | null;
  askedAtStep: number | null;
  wantsRetrieval: Generated<boolean>;
  beatAt: Date | null;
  createdAt: Date;
};

/** jsonb: read as a value, written as text, because pg would turn a JS array into a PostgreSQL one. */
type Json<Value> = ColumnType<Value, string, string>;

type SponsorshipTable = {
  id: string;
  personId: string;
  cadence: 'once' | 'monthly';
  amount: number;
  tier: 'screw' | 'gear' | 'motor' | 'bench';
  recipientId: string | null;
  resourceId: string | null;
  isAnonymous: boolean;
  message: string;
  state: 'pending' | 'active' | 'ended';
  anchorDay: number | null;
  nextDueOn: string | null;
  hiddenAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
};

type ContributionTable = {
  id: string;
  sponsorshipId: string;
  personId: string;
  recipientId: string | null;
  amount: number;
  fee: number;
  state: 'open' | 'paid' | 'kept' | 'expired' | 'refunded' | 'reversed';
  version: Generated<number>;
  paymentId: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  heldUntil: Date | null;
  usedAt: Date | null;
  keptAt: Date | null;
  endedAt: Date | null;
};

type WantedTable = {
  id: string;
  askerId: string;
  kind: 'wanted' | 'broken_part';
  state: 'pending' | 'open' | 'grace' | 'disputed' | 'solved' | 'ended' | 'withdrawn';
  version: Generated<number>;
  title: string;
  description: string;
  device: string;
  measures: ColumnType<{ label: string; mm: number }[], string, string>;
  address: string;
  city: string;
  lat: number | null;
  long: number | null;
  trade: string | null;
  category: string | null;
  feePercent: ColumnType<string, number, never>;
  until: Date;
  graceUntil: Date | null;
  reminders: Generated<number>;
  searchText: string;
  createdAt: Date;
  openedAt: Date | null;
  endedAt: Date | null;
  toldAt: Date | null;
  hiddenAt: Date | null;
};

type PledgeTable = {
  id: string;
  wantedId: string;
  personId: string;
  amount: number;
  state: 'open' | 'held' | 'given' | 'expired' | 'refunded' | 'reversed';
  version: Generated<number>;
  paymentId: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  endedAt: Date | null;
};

type WantedAnswerTable = {
  id: string;
  wantedId: string;
  personId: string;
  kind: 'resource' | 'offer' | 'words';
  text: string;
  resourceId: string | null;
  serviceId: string | null;
  price: number | null;
  readyOn: ColumnType<string | null, string | null, string | null>;
  state: Generated<'shown' | 'withdrawn' | 'hidden'>;
  createdAt: Date;
  objectedAt: Date | null;
  objection: Generated<string>;
};

type PaymentTable = {
  id: string;
  subjectKind: 'order' | 'contribution' | 'basket' | 'pledge';
  subjectId: string;
  personId: string;
  gateway: GatewayName;
  state:
    | 'new'
    | 'authenticated'
    | 'confirming'
    | 'waiting_deposit'
    | 'captured'
    | 'failed'
    | 'expired'
    | 'unknown';
  version: Generated<number>;
  amount: number;
  currency: string;
  orderName: string;
  method: string | null;
  ref: string;
  paymentKey: string | null;
  begun: ColumnType<unknown, string | null, string | null>;
  sealedDeposit: string | null;
  sealedSecret: string | null;
  depositDueAt: Date | null;
  gatewayBalance: number | null;
  capturedAmount: number | null;
  capturedAt: Date | null;
  bound: Generated<boolean>;
  settledAt: Date | null;
  receiptUrl: string | null;
  failureCode: string | null;
  unknownSince: Date | null;
  queries: Generated<number>;
  createdAt: Date;
  expiresAt: Date;
};

type BasketTable = {
  id: string;
  buyerId: string;
  title: Generated<string>;
  resourceId: string | null;
  bought: Json<
    {
      name: string;
      quantity: number;
      partNumber?: string;
      url?: string;
      priceWon?: number;
      isOwned: boolean;
    }[]
  >;
  pricedAt: Date | null;
  createdAt: Date;
  placedAt: Date | null;
};

type RefundTable = {
  id: string;
  paymentId: string;
  orderId: string | null;
  personId: string;
  state: 'decided' | 'submitting' | 'confirmed' | 'unknown' | 'needs_account' | 'failed';
  version: Generated<number>;
  amount: number;
  reason: string;
  body: Json<{ amount: number; currency: string; reason: string }>;
  sealedAccount: string | null;
  key: string;
  keyedAt: Date;
  failureCode: string | null;
  unknownSince: Date | null;
  tries: Generated<number>;
  takenBack: Generated<boolean>;
  decidedAt: Date;
  confirmedAt: Date | null;
};

type PayoutTable = {
  id: string;
  providerId: string;
  gateway: string;
  state: 'requested' | 'completed' | 'failed' | 'unknown';
  version: Generated<number>;
  amount: number;
  ref: string;
  payoutKey: string | null;
  sellerKey: string | null;
  accountDigits: string;
  bankCode: string;
  failureCode: string | null;
  unknownSince: Date | null;
  tries: Generated<number>;
  requestedAt: Date;
  completedAt: Date | null;
};

type ChannelTable = {
  id: string;
  slug: string;
  kind: 'announcements' | 'introductions' | 'questions' | 'text' | 'voice' | 'inquiry' | 'support';
  state: Generated<'open' | 'archived'>;
  names: Json<Record<Locale, string>>;
  descriptions: Json<Record<Locale, string>>;
  slowSeconds: Generated<number>;
  position: number;
  lastSeq: Generated<number>;
  lastMessageAt: Date | null;
  eventSeq: Generated<number>;
  createdAt: Date;
};

type ChannelMessageTable = {
  channelId: string;
  seq: number;
  id: string;
  authorId: string;
  clientId: string;
  inputHash: string;
  text: string;
  state: Generated<'shown' | 'deleted' | 'hidden'>;
  replyTo: string | null;
  threadId: string | null;
  replies: Generated<number>;
  lastReplyAt: Date | null;
  title: string | null;
  tags: Generated<string[]>;
  acceptedId: string | null;
  mentionsEveryone: Generated<boolean>;
  searchText: string;
  hasTokens: Generated<boolean>;
  createdAt: Date;
  editedAt: Date | null;
  eventSeqs: Generated<number[]>;
};

type AuctionTable = {
  id: string;
  sellerId: string;
  state:
    | 'draft'
    | 'scheduled'
    | 'live'
    | 'ended'
    | 'awaiting_payment'
    | 'second_offer'
    | 'sold'
    | 'unsold'
    | 'cancelled';
  version: Generated<number>;
  lotKind: 'thing' | 'capacity' | 'licence';
  category: string;
  title: string;
  description: string;
  language: Generated<Locale>;
  condition: 'new' | 'like_new' | 'used' | 'for_parts' | null;
  conditionNote: Generated<string>;
  serviceId: string | null;
  resourceId: string | null;
  capacity: ColumnType<
    { from: string; until: string; hours: number } | null,
    string | null | undefined,
    string | null
  >;
  licenceTerms: Generated<string>;
  deliveryKinds: Generated<('ship' | 'pickup' | 'digital')[]>;
  shippingFee: Generated<number>;
  handover: Generated<string>;
  startPrice: number | null;
  reservePrice: number | null;
  buyNowPrice: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  publishedEnd: Date | null;
  durationMinutes: number;
  terms: ColumnType<
    (AuctionTerms & { increments: Increments }) | null,
    string | null | undefined,
    string | null
  >;
  relistedFrom: string | null;
  logVersion: Generated<1 | 2>;
  isBinding: Generated<boolean>;
  signedHash: Generated<Buffer | null>;
  searchText: Generated<string>;
  price: number | null;
  leaderId: string | null;
  leaderSeq: number | null;
  leaderMaximum: number | null;
  runnerUp: number | null;
  isReserveMet: Generated<boolean>;
  bidCount: Generated<number>;
  bidderCount: Generated<number>;
  entryCount: Generated<number>;
  reserveSalt: Buffer | null;
  logHash: Buffer | null;
  eventSeq: Generated<number>;
  winnerId: string | null;
  winnerPrice: number | null;
  payBy: Date | null;
  payReminded: Generated<number>;
  offeredTo: string | null;
  offerPrice: number | null;
  offerUntil: Date | null;
  offers: Generated<number>;
  decideBy: Date | null;
  orderId: string | null;
  cancelReason: string | null;
  createdAt: Date;
  updatedAt: Date;
  publishedAt: Date | null;
  endedAt: Date | null;
};
/** Part of an order, as its quote had it. */
type OrderedPart = {
  name: string;
  sha256: string;
  quantity: number;
  material: string;
  infill: number;
  layerHeight: number;
  walls: number | null;
  /** Missing where nothing was said. */
  color?: string;
  sizeMm: number[];
};

type OrderTable = {
  id: string;
  serviceId: string | null;
  parentId: string | null;
  quoteId: string | null;
  auctionId: string | null;
  buyerId: string;
  providerId: string;
  state: OrderState;
  version: Generated<number>;
  isFree: boolean;
  customMade: boolean;
  title: string;
  serviceType: string;
  description: string;
  quantity: number;
  lines: Json<{ code: string; count: number; each: number | null; amount: number }[]>;
  parts: ColumnType<OrderedPart[], string | undefined, never>;
  principal: number;
  fee: number;
  total: number;
  currency: string;
  feePercent: ColumnType<string, number, number>;
  feeBearer: 'buyer' | 'provider';
  leadTimeDays: number | null;
  kept: number | null;
  deliveryPrice: Generated<number>;
  deliveryKept: boolean | null;
  deliveryKind: 'ship' | 'pickup' | 'digital';
  sealedAddress: string | null;
  tracking: ColumnType<{ carrier: string; number: string } | null, string | null, string | null>;
  providerKnowsCode: Generated<boolean>;
  sealedPickupCode: string | null;
  reworks: Generated<number>;
  paymentId: string | null;
  machineId: string | null;
  machine: string | null;
  startsOn: ColumnType<string | null, string | null, string | null>;
  dueAt: Date | null;
  createdAt: Date;
  paidAt: Date | null;
  acceptedAt: Date | null;
  startedAt: Date | null;
  deliveredAt: Date | null;
  arrivedAt: Date | null;
  endedAt: Date | null;
  endedBy: 'buyer' | 'provider' | 'admin' | 'system' | null;
};

type PersonTable = {
  id: Generated<string>;
  name: string;
  email: string;
  emailVerified: Generated<boolean>;
  avatarId: string | null;
  username: string;
  displayUsername: string;
  role: Generated<'user' | 'support' | 'finance' | 'admin'>;
  locale: Generated<Locale>;
  bio: Generated<string>;
  languages: Generated<string[]>;
  region: Generated<string>;
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  suspendedReason: Generated<string>;
  sealedPhone: string | null;
  phoneVerifiedAt: Date | null;
  bankRegistered: Generated<boolean>;
  agreedVersion: string | null;
  withdrawsAt: Date | null;
  erasedAt: Date | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

type CallTable = {
  channelId: string;
  stageId: string | null;
  stageKind: 'screen' | 'camera' | 'model' | null;
  stagePeerId: string | null;
  frameId: string | null;
  stageModel: Json<object> | null;
  stageView: Json<object> | null;
};

type CallLinkTable = {
  id: string;
  channelId: string;
  tokenHash: string;
  madeBy: string;
  madeAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  guestName: string | null;
  guestHash: string | null;
  closedAt: Date | null;
};

type CallPeerTable = {
  id: string;
  channelId: string;
  key: string;
  personId: string | null;
  linkId: string | null;
  name: string;
  isMuted: boolean;
  hasVideo: boolean;
  handRaised: Generated<boolean>;
  joinedAt: Date;
  seenAt: Date;
  seq: Generated<number>;
};

type DataExportTable = {
  id: string;
  personId: string;
  requestedAt: Date;
  readyAt: Date | null;
  expiresAt: Date | null;
  blobKey: string;
  sealedKey: string;
  size: number | null;
};

type NotificationKind =
  | 'account'
  | 'orders'
  | 'auctions'
  | 'messages'
  | 'social'
  | 'follows'
  | 'versions'
  | 'recalls'
  | 'wanted'
  | 'searches'
  | 'news';

type NotificationTable = {
  id: Generated<string>;
  personId: string;
  kind: NotificationKind;
  what: string;
  params: Json<Record<string, unknown>>;
  path: string;
  createdAt: Date;
  readAt: Date | null;
};

type AuditEntryTable = {
  id: Generated<string>;
  actorId: string;
  actor: string;
  action: string;
  targetType: string;
  targetId: string;
  about: Final<string[]>;
  reason: string;
  before: Json<Record<string, unknown>>;
  after: Json<Record<string, unknown>>;
  at: Date;
  undoes: Final<string | null>;
};

type BankAccountTable = {
  personId: string;
  bankCode: string;
  sealedNumber: string;
  lastDigits: string;
  holder: string;
  checkedAt: Date | null;
  registeredAt: Date;
  payoutsHeldUntil: Date | null;
};

type SessionTable = {
  id: Generated<string>;
  userId: string;
  token: string;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  method: Generated<'password' | 'passkey' | 'second_factor' | 'service'>;
  isProof: Generated<boolean>;
  actingAs: string | null;
  actingUntil: Date | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

type CredentialTable = {
  id: Generated<string>;
  userId: string;
  accountId: string;
  providerId: string;
  password: string | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

type TicketTable = {
  hash: string;
  purpose: string;
  personId: string | null;
  payload: Json<unknown>;
  tries: Generated<number>;
  expiresAt: Date;
};

type PasskeyTable = {
  id: Generated<string>;
  personId: string;
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  createdAt: Date;
  usedAt: Date | null;
};

type SecondFactorTable = {
  personId: string;
  sealedSecret: string;
  confirmedAt: Date | null;
  lastStep: Generated<number>;
};

type PassportTable = {
  id: string;
  orderId: string;
  rightId: string | null;
  position: number;
  pieces: number;
  resourceId: string | null;
  version: number | null;
  title: string;
  fileHashes: string[];
  material: string;
  machine: string;
  settings: Json<{ infill: number; layerMm: number; walls: number | null } | null>;
  providerId: string;
  serviceId: string | null;
  showsMaker: boolean;
  warrantyMonths: number | null;
  warranty: string;
  gtin: string | null;
  madeAt: Date;
  holderId: string | null;
  claimedAt: Date | null;
};

type ResourceTable = {
  id: Generated<string>;
  seq: number | null;
  ownerId: string;
  state: 'draft' | 'published' | 'hidden' | 'removed';
  category: string;
  subcategory: string;
  title: string;
  description: string;
  language: Locale;
  translations: Json<Record<string, { title?: string; description?: string }>>;
  tags: string[];
  license: string;
  author: string;
  sourceSite: string;
  downloadUrl: string | null;
  modelType: string;
  usageInstructions: string;
  gameControls: string;
  gameCode: string;
  assemblyInstructions: Json<unknown[]>;
  details: Json<Record<string, unknown>>;
  downloadCount: Generated<number>;
  likeCount: Generated<number>;
  commentCount: Generated<number>;
  makeCount: Generated<number>;
  version: Generated<number>;
  publishAt: Date | null;
  remixOf: string | null;
  publishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

type UploadTable = {
  id: string;
  ownerId: string;
  name: string;
  mediaType: string;
  size: number;
  received: Generated<number>;
  state: Generated<'receiving' | 'quarantined' | 'finished' | 'refused'>;
  refusal: string | null;
  expectedSha256: string | null;
  sha256: string | null;
  metadata: string;
  parts: ColumnType<UnfinishedParts, string | undefined, string>;
  writer: string | null;
  createdAt: Date;
  expiresAt: Date;
};

type ResourceVersionTable = {
  id: Generated<string>;
  resourceId: string;
  number: number;
  changelog: string;
  createdAt: Date;
};

type ResourceFileTable = {
  id: Generated<string>;
  resourceId: string;
  versionId: string;
  position: number;
  name: string;
  size: number;
  sha256: string;
  mediaType: string;
  blobKey: string;
  needed: Generated<number | null>;
  createdAt: Date;
};

type ResourceImageTable = {
  id: Generated<string>;
  resourceId: string;
  position: number;
  alt: string;
  width: number;
  height: number;
  blobPrefix: string;
  widths: number[];
  drawn: Generated<boolean>;
  placeholder: string | null;
  createdAt: Date;
};

type ResourceModelTable = {
  fileId: string;
  storedAt: Date;
  figures: ColumnType<Figures | null, string | null, string | null>;
  header: ColumnType<TensorSummary | null, string | null, string | null>;
  tensors: ColumnType<Tensor[] | null, string | null, string | null>;
  problem: ModelProblem | TensorProblem | null;
  tries: Generated<number>;
  beganAt: Date | null;
};

type ServiceTable = {
  id: Generated<string>;
  seq: Generated<number>;
  ownerId: string;
  state: 'draft' | 'active' | 'paused' | 'hidden' | 'removed';
  serviceType: string;
  isIndividual: boolean;
  isFreeService: boolean;
  title: string;
  description: string;
  language: Locale;
  translations: Json<Record<string, { title?: string; description?: string }>>;
  pricing: string;
  price: number | null;
  hourlyRate: number | null;
  pricePerUnit: number | null;
  currency: Generated<string>;
  sortPrice: number;
  availableHours: string;
  tags: string[];
  contactPhone: string;
  contactEmail: string;
  printerModel: string;
  fileFormats: string[];
  materials: string[];
  specializations: string[];
  productionItems: string[];
  rating: string | null;
  completedOrders: Generated<number>;
  responseMinutes: number | null;
  pausedReason: 'no_answer' | null;
  searchText: string;
  version: Generated<number>;
  createdAt: Date;
  updatedAt: Date;
};

type ServiceLocationTable = {
  id: Generated<string>;
  serviceId: string;
  position: number;
  address: string;
  city: string;
  district: string;
  lat: number;
  long: number;
  publicLat: number;
  publicLong: number;
  exact: Generated<boolean>;
  publicAddress: string;
  // Copies of columns of the service, maintained by the database.
  seq: Generated<number>;
  serviceType: Generated<string>;
  sortPrice: Generated<number>;
  rating: Generated<number>;
  active: Generated<boolean>;
  earthX: Generated<number | null>;
  earthY: Generated<number | null>;
  earthZ: Generated<number | null>;
};

type ServiceWorkshopTable = {
  serviceId: string;
  rateCard: ColumnType<unknown, string | null, string | null>;
  machines: Json<unknown>;
  calendar: Json<unknown>;
  delivery: ColumnType<unknown, string | null, string | null>;
  sealedPickup: string | null;
  version: Generated<number>;
  updatedAt: Date;
};

type ServicePrintTable = {
  orderId: string;
  materialKey: string;
  serviceId: string;
  machineId: string | null;
  material: string;
  told: string;
  estimatedGrams: number;
  estimatedHours: number;
  realGrams: number | null;
  realHours: number | null;
  deliveredAt: Date;
  finishedAt: Date | null;
};

/** Immutable. */
type Final<Value> = ColumnType<Value, Value, never>;
type QuoteTable = {
  id: Final<string>;
  serviceId: Final<string>;
  personId: Final<string>;
  title: Final<string | null>;
  buildMm: Final<number[] | null>;
  machine: Final<string | null>;
  machineId: Final<string | null>;
  /** Null in older rows: by the formula alone. */
  basis: Final<'formula' | 'learned' | 'slice' | null>;
  slicer: Final<string | null>;
  learnedFrom: Final<number | null>;
  formulaGrams: Final<number | null>;
  formulaHours: Final<number | null>;
  plates: Final<number | null>;
  rateCard: ColumnType<unknown, string, never>;
  feePercent: ColumnType<string, number, never>;
  /** Null in older rows, like everything likely: they have one weight and price, which is the most too. */
  grams: Final<number>;
  gramsLikely: Final<number | null>;
  hoursLikely: Final<number | null>;
  hoursAtMost: Final<number | null>;
  principalLikely: Final<number | null>;
  feeLikely: Final<number | null>;
  billedGrams: Final<number>;
  lines: ColumnType<QuoteLine[], string, never>;
  principal: Final<number>;
  fee: Final<number>;
  total: Final<number>;
  currency: Final<string>;
  leadTimeDays: Final<number | null>;
  workingDays: Final<number | null>;
  createdAt: Final<Date>;
  expiresAt: Final<Date>;
};
type QuotePartTable = {
  quoteId: Final<string>;
  position: Final<number>;
  fileKind: Final<'upload' | 'resource_file'>;
  fileId: Final<string>;
  fileName: Final<string>;
  fileSha256: Final<string>;
  sizeMm: Final<number[]>;
  volumeMm3: Final<number>;
  unit: Final<Unit | null>;
  material: Final<string>;
  infill: Final<number>;
  layerHeight: Final<number>;
  walls: Final<number | null>;
  color: Final<string | null>;
  printability: ColumnType<Printability | null, string | null, never>;
  quantity: Final<number>;
  needed: ColumnType<number, number | undefined, never>;
  grams: Final<number>;
  gramsLikely: Final<number | null>;
  hoursLikely: Final<number | null>;
  hoursAtMost: Final<number | null>;
  formulaGrams: Final<number | null>;
  formulaHours: Final<number | null>;
};
type QuoteLine = { code: string; count: number; each: number | null; amount: number; material?: string };

type KeptFileTable = {
  id: Final<string>;
  ownerId: Final<string>;
  name: Final<string>;
  size: Final<number>;
  sha256: Final<string>;
  mediaType: Final<string>;
  blobKey: Final<string>;
  resourceId: Final<string | null>;
  createdAt: Final<Date>;
};

type QuoteRequestTable = {
  id: string;
  customerId: string;
  title: string;
  description: string;
  material: string;
  colour: string;
  tolerance: string;
  finish: string;
  quantity: number;
  wantedOn: ColumnType<never, string | null, string | null>;
  budget: number | null;
  dimensions: ColumnType<Dimension[], string | undefined, never>;
  replacesId: ColumnType<string | null, string | null | undefined, never>;
  currency: string;
  state: Generated<'open' | 'closed'>;
  version: Generated<number>;
  createdAt: Date;
  closedAt: Date | null;
  expiresAt: Date;
};

type QuoteRequestFileTable = {
  requestId: string;
  keptFileId: string;
  position: number;
  figures: ColumnType<Figures | null, string | null, string | null>;
  problem: ModelProblem | null;
};

type QuoteThreadTable = {
  id: string;
  requestId: string;
  serviceId: string;
  providerId: string;
  position: number;
  state: Generated<
    'asked' | 'offered' | 'countered' | 'accepted' | 'declined' | 'withdrawn' | 'expired' | 'void'
  >;
  version: Generated<number>;
  counters: Generated<number>;
  voidThrough: Generated<number>;
  endedBy: 'customer' | 'provider' | 'house' | null;
  createdAt: Date;
  changedAt: Date;
  expiresAt: Date;
  remindAt: Date | null;
  orderedAt: Date | null;
};

type QuoteOfferTable = {
  threadId: Final<string>;
  number: Final<number>;
  by: Final<'customer' | 'provider'>;
  principal: Final<number>;
  fee: Final<number>;
  readyInDays: Final<number>;
  note: Final<string>;
  madeAt: Final<Date>;
  validUntil: Final<Date>;
};

type TenderWeights = { price: number; time: number; rating: number; distance: number };

type TenderTable = {
  id: string;
  customerId: string;
  state: Generated<'draft' | 'open' | 'closed' | 'chosen' | 'unchosen' | 'cancelled'>;
  version: Generated<number>;
  title: string;
  description: string;
  serviceType: string;
  material: string;
  colour: string;
  tolerance: string;
  finish: string;
  quantity: number;
  ceiling: number | null;
  wantedOn: ColumnType<never, string | null, string | null>;
  delivery: 'ship' | 'pickup';
  address: Generated<string>;
  city: Generated<string>;
  lat: number | null;
  long: number | null;
  closesAt: Date | null;
  chooseBy: Date | null;
  formula: ColumnType<{ weights: TenderWeights; farKm: number } | null, string | null, string | null>;
  searchText: string;
  createdAt: Date;
  publishedAt: Date | null;
  endedAt: Date | null;
  endedBy: 'customer' | 'staff' | 'house' | null;
  reason: Generated<string>;
  chosenBidId: string | null;
  quoteId: string | null;
  hiddenAt: Date | null;
};

type TenderBidTable = {
  id: string;
  tenderId: string;
  number: number;
  providerId: string;
  serviceId: string;
  state: Generated<'standing' | 'replaced' | 'withdrawn' | 'void'>;
  commitment: string;
  madeAt: Date;
  sealed: string | null;
  principal: number | null;
  readyInDays: number | null;
  machine: string | null;
  note: string | null;
  salt: string | null;
  detailSalt: string | null;
  position: number | null;
  rank: number | null;
  result: ColumnType<
    { score: number; points: TenderWeights; rating: number | null; km: number | null } | null,
    string | null,
    string | null
  >;
};

type ServiceImageTable = {
  id: Generated<string>;
  serviceId: string;
  kind: 'photo' | 'sample';
  position: number;
  alt: string;
  width: number;
  height: number;
  blobPrefix: string;
  widths: number[];
  createdAt: Date;
};

type CollectionTable = {
  id: string;
  ownerId: string;
  title: string;
  description: Generated<string>;
  isPublic: boolean;
  hiddenAt: Generated<Date | null>;
  createdAt: Date;
  updatedAt: Date;
};

type CommentTable = {
  id: string;
  resourceId: string;
  parentId: string | null;
  authorId: string | null;
  text: string;
  state: Generated<'shown' | 'deleted' | 'hidden' | 'concealed'>;
  createdAt: Date;
  editedAt: Date | null;
  step: number | null;
  isFromSupport: Generated<boolean>;
  helpedId: string | null;
};

type MakeTable = {
  id: string;
  resourceId: string;
  authorId: string;
  machine: string;
  machineKey: string;
  material: string;
  outcome: 'success' | 'partly' | 'failed';
  fileSha256: string | null;
  settings: string;
  text: string;
  minutes: number | null;
  grams: number | null;
  state: Generated<'shown' | 'hidden' | 'concealed'>;
  pictureId: string | null;
  width: number | null;
  height: number | null;
  blobPrefix: string | null;
  widths: number[] | null;
  createdAt: Date;
  editedAt: Date | null;
};

type ConversationTable = {
  id: string;
  serviceId: string | null;
  orderId: string | null;
  resourceId: string | null;
  customerId: string;
  providerId: string;
  subject: string;
  createdAt: Date;
  waitingSince: Date | null;
  remindAt: Date | null;
  answerBy: Date | null;
};

type VolunteerTable = {
  personId: string;
  skills: string[];
  tags: string[];
  languages: string[];
  availableUntil: Date | null;
  seenAt: Date;
  createdAt: Date;
  suspendedAt: Generated<Date | null>;
};

type SupportSessionTable = {
  id: string;
  state: 'asked' | 'waiting' | 'taken' | 'solved' | 'given_up' | 'declined' | 'expired' | 'cancelled';
  askerId: string;
  helperId: string | null;
  invitedId: string | null;
  replacedIds: Generated<string[]>;
  problem: string;
  language: Locale;
  skill: string;
  printer: string;
  serviceId: string | null;
  resourceId: string | null;
  step: number | null;
  orderId: string | null;
  questionId: string | null;
  shownStep: number | null;
  openedAt: Date;
  waitingSince: Date | null;
  waitSeconds: number | null;
  expiresAt: Date | null;
  takenAt: Date | null;
  closedAt: Date | null;
  eventSeq: Generated<number>;
};

type SupportAnswerTable = {
  sessionId: string;
  proposerId: string;
  text: string;
  isAnonymous: boolean;
  version: number;
  askerAgreedAt: Date | null;
  helperAgreedAt: Date | null;
  publishedAt: Date | null;
  commentId: string | null;
  messageId: string | null;
};

type ConversationResponseTable = {
  conversationId: string;
  seq: number;
  providerId: string;
  responseSeconds: number;
  answeredAt: Date;
};

type ModerationCaseTable = {
  id: string;
  kind: string;
  targetId: string;
  category: string | null;
  aboutId: string | null;
  excerpt: string;
  path: string;
  state: Generated<
    | 'open'
    | 'hearing'
    | 'answered'
    | 'due'
    | 'dismissed'
    | 'handled'
    | 'taken_down'
    | 'hidden'
    | 'objected'
    | 'kept'
    | 'restored'
    | 'lifted'
  >;
  rule: Generated<string | null>;
  reason: Generated<string | null>;
  question: Generated<string>;
  hearingEndsAt: Generated<Date | null>;
  answer: Generated<string>;
  answeredAt: Generated<Date | null>;
  statement: Generated<string>;
  deciderId: Generated<string | null>;
  decidedAt: Generated<Date | null>;
  shownAs: Generated<string | null>;
  removed: Generated<boolean>;
  objection: Generated<string>;
  objectedAt: Generated<Date | null>;
  ruling: Generated<string>;
  rulerId: Generated<string | null>;
  ruledAt: Generated<Date | null>;
  waitingSince: Date | null;
  createdAt: Date;
};

type ReportTable = {
  id: string;
  caseId: string;
  rule: string;
  reporterId: string;
  kind: string;
  targetId: string;
  aboutId: string;
  reason: string;
  text: string;
  excerpt: string;
  path: string;
  state: Generated<'open' | 'dismissed' | 'upheld'>;
  resolution: Generated<string>;
  resolverId: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
};

type SandboxPaymentTable = {
  key: string;
  ref: string;
  status: Generated<
    | 'ready'
    | 'in_progress'
    | 'waiting_deposit'
    | 'done'
    | 'cancelled'
    | 'partly_cancelled'
    | 'aborted'
    | 'expired'
  >;
  currency: string;
  amount: number;
  balance: Generated<number>;
  method: 'card' | 'transfer' | 'virtual_account' | 'mobile_phone' | 'easy_pay' | null;
  successUrl: string;
  failUrl: string;
  validHours: number;
  outcome: 'approve' | 'decline' | 'delay' | 'charge_then_hang' | 'virtual_account' | null;
  delaySeconds: number | null;
  webhooks: Generated<'before' | 'after' | 'twice' | 'never'>;
  refunds: Generated<'done' | 'hang' | 'fail'>;
  confirmKey: string | null;
  approveAt: Date | null;
  approvedAt: Date | null;
  depositDueAt: Date | null;
  secret: string | null;
  failureCode: string | null;
  begunAt: Date;
  expiresAt: Date;
};
