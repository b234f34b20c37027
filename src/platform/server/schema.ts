import type { ColumnType, Generated } from 'kysely';
import type { Figures } from '#platform/shared/models/measure.ts';
import type { ModelProblem } from '#platform/shared/models/mesh.ts';
import type { Tensor, TensorProblem, TensorSummary } from '#platform/shared/tensors.ts';
import type { UnfinishedParts } from './storage.ts';

/** The tables as Kysely sees them: camelCase here, snake_case in migrations/. */
export type Database = {
  person: PersonTable;
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
  keptFile: KeptFileTable;
  quote: QuoteTable;
  quoteFile: { quoteId: string; keptFileId: string };
  quoteRequest: QuoteRequestTable;
  quoteRequestFile: QuoteRequestFileTable;
  quoteThread: QuoteThreadTable;
  quoteOffer: QuoteOfferTable;
  quoteOrder: { quoteId: Final<string>; orderId: Final<string>; orderedAt: Final<Date> };
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
  conversation: ConversationTable;
  conversationMessage: ConversationMessageTable;
  report: ReportTable;
  searchSynonym: { id: Generated<string>; words: string[]; createdAt: Generated<Date> };
  idempotencyKey: {
    personId: string;
    call: string;
    key: string;
    bodyHash: string;
    answer: ColumnType<unknown, string | null, string | null>;
    createdAt: Date;
  };
};

/** jsonb: read as a value, written as text, because pg would turn a JS array into a PostgreSQL one. */
type Json<Value> = ColumnType<Value, string, string>;

type PersonTable = {
  id: Generated<string>;
  name: string;
  email: string;
  emailVerified: Generated<boolean>;
  avatarId: string | null;
  username: string;
  displayUsername: string;
  role: Generated<'user' | 'support' | 'finance' | 'admin'>;
  locale: Generated<'ko' | 'en' | 'ja'>;
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

type NotificationTable = {
  id: Generated<string>;
  personId: string;
  kind: 'account' | 'messages' | 'social' | 'follows' | 'versions' | 'news';
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
  reason: string;
  before: Json<Record<string, unknown>>;
  after: Json<Record<string, unknown>>;
  at: Date;
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

type ResourceTable = {
  id: Generated<string>;
  seq: number | null;
  ownerId: string;
  state: 'draft' | 'published' | 'hidden' | 'removed';
  category: string;
  subcategory: string;
  title: string;
  description: string;
  language: 'ko' | 'en' | 'ja';
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
  language: 'ko' | 'en' | 'ja';
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
  // Copies of the service's own, kept by the database.
  seq: Generated<number>;
  serviceType: Generated<string>;
  sortPrice: Generated<number>;
  rating: Generated<number>;
  active: Generated<boolean>;
  earthX: Generated<number>;
  earthY: Generated<number>;
  earthZ: Generated<number>;
};

type ServiceWorkshopTable = {
  serviceId: string;
  rateCard: ColumnType<unknown, string | null, string | null>;
  machines: Json<unknown>;
  calendar: Json<unknown>;
  version: Generated<number>;
  updatedAt: Date;
};

/** Nothing of it is ever changed. */
type Final<Value> = ColumnType<Value, Value, never>;
type QuoteTable = {
  id: Final<string>;
  serviceId: Final<string>;
  personId: Final<string>;
  fileKind: Final<'upload' | 'resource_file'>;
  fileId: Final<string>;
  fileName: Final<string>;
  fileSha256: Final<string>;
  sizeMm: Final<number[]>;
  volumeMm3: Final<number>;
  material: Final<string>;
  infill: Final<number>;
  layerHeight: Final<number>;
  quantity: Final<number>;
  machine: Final<string | null>;
  rateCard: ColumnType<unknown, string, never>;
  feePercent: ColumnType<string, number, never>;
  grams: Final<number>;
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
type QuoteLine = { code: string; count: number; each: number | null; amount: number };

type KeptFileTable = {
  id: Final<string>;
  ownerId: Final<string>;
  name: Final<string>;
  size: Final<number>;
  sha256: Final<string>;
  mediaType: Final<string>;
  blobKey: Final<string>;
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
};

type MakeTable = {
  id: string;
  resourceId: string;
  authorId: string;
  machine: string;
  machineKey: string;
  material: string;
  outcome: 'success' | 'partly' | 'failed';
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
  customerId: string;
  providerId: string;
  subject: string;
  createdAt: Date;
  lastMessageAt: Date;
  lastSeq: Generated<number>;
  customerReadSeq: Generated<number>;
  providerReadSeq: Generated<number>;
  waitingSince: Date | null;
  remindAt: Date | null;
  answerBy: Date | null;
};

type ConversationMessageTable = {
  id: string;
  conversationId: string;
  seq: number;
  authorId: string;
  clientId: string;
  text: string;
  sentAt: Date;
  responseSeconds: number | null;
};

type ReportTable = {
  id: string;
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
