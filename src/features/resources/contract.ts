import { locales } from '#i18n/languages.ts';
import { maxAmount } from '#platform/shared/amounts.ts';
import { z } from 'zod';
import { pageQuery as staffPageQuery } from '#features/admin/contract.ts';
import { reasons } from '#features/moderation/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { nameText, optionalName } from '#platform/shared/name-text.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { pictureOrder } from '#platform/shared/picture-order.ts';
import { isPublicUrl } from '#platform/shared/public-url.ts';
import { modelNotes, modelProblems, units } from '#platform/shared/models/mesh.ts';
import { knowledge } from '#platform/shared/models/printability.ts';
import { tensorFormats, tensorProblems } from '#platform/shared/tensors.ts';
import { withoutDefaults } from '#platform/shared/edits.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { licenses } from '#platform/shared/licenses.ts';
import { maxNeeded, neededSources } from './kit.ts';
import {
  categories,
  limits,
  maxAtOnce,
  maxFiles,
  maxPictures,
  maxPerPage,
  pageSize,
  parseSteps,
  parseTags,
  staffTable,
} from './rules.ts';
import { viewSources } from './view-sources.ts';

export const states = ['draft', 'published', 'hidden', 'removed'] as const;
export type ResourceState = (typeof states)[number];

const notPublic: Words = (locale) => m['platform.field.url']({}, { locale });

const text = (most: number) => z.string().trim().max(most);

export const step = z.object({
  title: optionalName(200).default(''),
  text: text(limits.step).min(1),
  minutes: z.number().int().min(0).max(100_000).optional(),
  tools: z.array(nameText(80)).max(30).optional(),
  warning: text(1000).optional(),
  imageId: z.uuid().optional().describe('A picture that was sent to /api/step-pictures.'),
});

/** Optional text; an empty one is dropped. */
const optionalText = (most: number) =>
  text(most)
    .transform((value) => (value === '' ? undefined : value))
    .optional();
const optionalLink = rule(text(2000), (value) => value === '' || isPublicUrl(value), notPublic).transform(
  (value) => (value === '' ? undefined : new URL(value).href),
);

const part = z.object({
  name: z.string(),
  quantity: z.number(),
  partNumber: z.string().optional(),
  url: z.string().optional(),
  substitute: z.string().optional(),
  priceWon: z.number().optional(),
});
export type Part = z.infer<typeof part>;

const partInput = z.object({
  name: nameText(200),
  quantity: z.number().min(0).max(1_000_000),
  partNumber: optionalText(100),
  url: optionalLink.optional(),
  substitute: optionalText(200),
  priceWon: z.number().int().min(0).max(maxAmount).optional(),
});

const printProfile = z.object({
  name: z.string().optional(),
  files: z
    .array(z.string())
    .optional()
    .describe('Names of the files it was tested for; all where none is named.'),
  printer: z.string().optional(),
  material: z.string().optional(),
  layerHeightMm: z.number().optional(),
  nozzleMm: z.number().optional(),
  walls: z.number().optional(),
  infillPercent: z.number().optional(),
  supports: z.boolean().optional(),
  nozzleCelsius: z.number().optional(),
  bedCelsius: z.number().optional(),
  minutes: z.number().optional(),
  grams: z.number().optional(),
});
export type PrintProfile = z.infer<typeof printProfile>;

const printProfileInput = z.object({
  name: optionalText(80),
  files: z
    .array(text(limits.fileName).min(1))
    .max(maxFiles)
    .transform((names) => (names.length > 0 ? names : undefined))
    .optional(),
  printer: optionalText(80),
  material: optionalText(80),
  layerHeightMm: z.number().min(0.01).max(5).optional(),
  nozzleMm: z.number().min(0.05).max(10).optional(),
  walls: z.number().int().min(0).max(100).optional(),
  infillPercent: z.number().min(0).max(100).optional(),
  supports: z.boolean().optional(),
  nozzleCelsius: z.number().int().min(0).max(600).optional(),
  bedCelsius: z.number().int().min(0).max(300).optional(),
  minutes: z.number().int().min(0).max(100_000).optional(),
  grams: z.number().min(0).max(1_000_000).optional(),
});

const metric = z.object({
  name: z.string(),
  value: z.string().optional(),
  dataset: z.string().optional(),
});

const aiModel = z.object({
  task: z.string().optional(),
  framework: z.string().optional(),
  parameters: z.number().optional(),
  license: z.string().optional(),
  dataset: z.string().optional(),
  metrics: z.array(metric).optional(),
  usage: z.string().optional(),
  intendedUse: z.string().optional(),
  limits: z.string().optional(),
});
export type AiModel = z.infer<typeof aiModel>;

const aiModelInput = z.object({
  task: optionalText(200),
  framework: optionalText(80),
  parameters: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  license: optionalText(100),
  dataset: optionalText(500),
  metrics: z
    .array(z.object({ name: nameText(100), value: optionalText(100), dataset: optionalText(200) }))
    .max(30)
    .optional(),
  usage: optionalText(5000),
  intendedUse: optionalText(2000),
  limits: optionalText(2000),
});

const software = z.object({ platforms: z.array(z.string()).default([]), repository: z.string().optional() });

/** Fields of single categories, as they are read: older rows may exceed a newer limit. */
const details = z.object({
  billOfMaterials: z.array(part).optional(),
  printSettings: z.array(printProfile).optional(),
  aiModel: aiModel.optional(),
  software: software.optional(),
});

/** The same fields as they are written, with limits. */
export const detailsInput = z.object({
  billOfMaterials: z.array(partInput).max(limits.parts).optional(),
  // A single profile may be sent without an array.
  printSettings: z
    .preprocess(
      (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? [value] : value),
      z.array(printProfileInput).max(limits.printProfiles),
    )
    .optional(),
  aiModel: aiModelInput.optional(),
  software: z
    .object({
      platforms: z.array(nameText(60)).max(20).default([]),
      repository: optionalLink.optional(),
    })
    .optional(),
});

/** URL of another site, or null for an empty field. */
const outsideUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((value) => value === '' || isPublicUrl(value), { params: { words: notPublic } })
  .transform((value) => (value === '' ? null : new URL(value).href));

const tags = z.preprocess(
  (value) => (typeof value === 'string' || isTexts(value) ? parseTags(value) : value),
  z.array(z.string().max(limits.tag)).max(limits.tags),
);

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Steps as a list, or as text with numbered lines. */
const steps = z.preprocess(
  (value) => (typeof value === 'string' ? parseSteps(value) : value),
  z.array(step).max(limits.steps),
);

const nothingToSee: Words = (locale) => m['platform.field.required']({}, { locale });

const translation = z.object({
  // An empty step is refused.
  title: rule(z.string(), (title) => title.trim() === '' || isVisible(title), nothingToSee)
    .pipe(optionalName(limits.title))
    .optional(),
  description: z.string().trim().max(limits.description).optional(),
});

const category = z.enum(categories);

/** Fields of a resource as they are written; {@link createInput} parses them. */
export const resourceFields = z.object({
  title: nameText(limits.title),
  description: z.string().trim().max(limits.description).default(''),
  category,
  subcategory: optionalName(limits.subcategory).default(''),
  tags: tags.default([]),
  license: z.enum(licenses).default('all-rights-reserved'),
  author: optionalName(limits.author).default(''),
  sourceSite: z.string().trim().max(limits.sourceSite).default(''),
  downloadUrl: outsideUrl.nullable().default(null),
  modelType: optionalName(limits.modelType).default(''),
  usageInstructions: z.string().trim().max(limits.instructions).default(''),
  gameControls: z.string().trim().max(limits.gameControls).default(''),
  gameCode: z.string().max(limits.gameCode).default(''),
  assemblyInstructions: steps.default([]),
  details: detailsInput
    .default({})
    .describe('In an edit, each of its keys that is sent replaces what there was; the others stay.'),
  language: z.enum(locales).default('ko'),
  translations: z.partialRecord(z.enum(locales), translation).default({}),
  state: z.enum(['draft', 'published']).default('published'),
  /** Time at which a draft is published; empty for never. */
  publishAt: emptyIsNone(z.iso.datetime({ offset: true }).transform((iso) => new Date(iso))).default(null),
  /** Original of this resource; empty for none. */
  remixOf: emptyIsNone(z.uuid()).default(null),
  needed: z
    .record(z.string().max(255), z.number().int().min(0).max(maxNeeded).nullable())
    .refine((counts) => Object.keys(counts).length <= maxFiles)
    .default({})
    .describe(
      'How many of each printable file of the newest version one thing needs, by the name of the file; 0 for an alternative, null to say nothing.',
    ),
});

/** Reads an empty field of a form as null. */
function emptyIsNone<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullable());
}

/** Accepts `resourceType`, the older name of `category`. */
function categoryFromType(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const given = value as Record<string, unknown>;
  return given['category'] === undefined && given['resourceType'] !== undefined
    ? { ...given, category: given['resourceType'] }
    : value;
}

/** Files and pictures that are attached to a resource, and those of its own that stay. */
export const attachments = z.object({
  uploads: z
    .array(z.uuid())
    .max(maxFiles)
    .default([])
    .describe('Finished uploads that become files of what is written.'),
  keptFiles: z
    .array(z.uuid())
    .max(maxFiles)
    .optional()
    .describe(
      'Files of the current version that the next one has as well; without it, all of them. One of a name that comes ' +
        'anew is replaced.',
    ),
  imageOrder: pictureOrder('Pictures', maxPictures),
});

/** Body of a request, for the API description. */
export const resourceBody = resourceFields.extend(attachments.shape);

export const createInput = z.preprocess(categoryFromType, resourceFields);
export type ResourceContent = z.output<typeof resourceFields>;

/** Any subset of the fields. If `version` is given, it must equal the stored one. */
export const editInput = z.preprocess(
  categoryFromType,
  z.object({
    ...withoutDefaults(resourceFields.shape),
    version: z.number().int().min(1).optional(),
    changelog: z.string().trim().max(5000).optional(),
  }),
);

/** Bulk action on one's own resources. Tags are added before tags are removed. */
export const manyInput = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['publish', 'unpublish', 'remove']), ids: manyIds() }),
  z.object({
    action: z.literal('change'),
    ids: manyIds(),
    category: category.optional(),
    license: z.enum(licenses).optional(),
    addTags: tags.optional(),
    removeTags: tags.optional(),
  }),
]);
export type ManyInput = z.output<typeof manyInput>;

function manyIds() {
  return z.array(z.uuid()).min(1).max(maxAtOnce);
}

export const manyAnswer = z.object({
  done: z.array(z.uuid()),
  failed: z.array(z.object({ id: z.uuid(), code: z.string(), message: z.string() })),
});
export type ManyAnswer = z.infer<typeof manyAnswer>;

export const staffQuery = staffPageQuery.extend({
  sort: z.enum(staffTable.sorts).default('newest'),
  state: z.enum(staffTable.filters.state).optional(),
  category: category.optional(),
});
export type StaffQuery = z.output<typeof staffQuery>;

/** Row of the staff table of resources. */
export const staffResource = z.object({
  id: z.uuid(),
  title: z.string(),
  state: z.enum(states),
  category: z.string(),
  license: z.string(),
  version: z.number(),
  downloadCount: z.number(),
  likeCount: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  owner: z.object({ id: z.uuid(), fullName: z.string(), username: z.string() }),
  mayBecome: z.array(z.enum(states)).describe('By staff.'),
});
export type StaffResource = z.infer<typeof staffResource>;

export const staffChange = z.object({
  state: z.enum(states),
  rule: z.enum(reasons).default('other').describe('By which it is hidden or removed.'),
  reason: z.string().trim().min(1).max(1000),
});

export const importInput = z.object({ uploadId: z.uuid() });
/** Draft made of an archive, and the entries that were skipped. */
export const imported = z.object({
  id: z.uuid(),
  skipped: z.array(z.object({ name: z.string(), message: z.string() })),
  notices: z
    .array(z.object({ name: z.string(), message: z.string() }))
    .describe('Files that the draft does not hold as they were written, such as prices in another currency.'),
});
export type Imported = z.infer<typeof imported>;

export const remixTree = z.object({
  /** From the oldest original to the direct one; null for one that is no longer visible. */
  ancestors: z.array(
    z.object({ id: z.uuid(), title: z.string(), ownerName: z.string(), license: z.string() }).nullable(),
  ),
  /** Direct and indirect remixes: parents before children, newest first among siblings. */
  remixes: z.array(
    z.object({
      id: z.uuid(),
      parentId: z.uuid(),
      title: z.string(),
      ownerName: z.string(),
      imageUrl: z.string().nullable(),
    }),
  ),
  /** Number of all remixes, including those left out. */
  total: z.number(),
});
export type RemixTree = z.infer<typeof remixTree>;

export const viewInput = z.object({ source: z.enum(viewSources).catch('other') });

const dayCount = z.object({ day: z.string(), views: z.number(), downloads: z.number() });
export const statistics = z.object({
  days: z.array(dayCount),
  /** Sums over the days shown. */
  sources: z.record(z.enum(viewSources), z.number()),
  total: z.object({ downloads: z.number(), likes: z.number(), comments: z.number(), remixes: z.number() }),
});
export type Statistics = z.infer<typeof statistics>;
export const statisticsQuery = z.object({
  days: z.preprocess((value) => Number(value), z.literal([30, 90, 365])).catch(30),
});

export const attachInput = z.object({
  uploadId: z.uuid(),
  keptFiles: attachments.shape.keptFiles,
  changelog: z.string().trim().max(5000).optional(),
});
export type ResourceEdit = z.output<typeof editInput>;

const sorts = ['newest', 'downloads', 'relevance'] as const;
export type Sort = (typeof sorts)[number];

/** Reads integers from 1; anything else becomes the fallback. */
function countOr(fallback: number, most: number) {
  return z.preprocess((value) => {
    if (typeof value !== 'string' || !/^\d+$/.test(value)) return fallback;
    const count = Number(value);
    return count < 1 ? fallback : Math.min(count, most);
  }, z.number());
}

export const listQuery = z.object({
  search: z.string().trim().max(limits.search).optional(),
  type: z.string().max(60).optional(),
  tag: z.string().trim().max(limits.tag).optional(),
  /** An SPDX identifier, or `all-rights-reserved`. */
  license: z.string().trim().max(limits.license).optional(),
  /** Extension of a file. */
  fileType: z.string().trim().toLowerCase().max(limits.fileType).optional(),
  /** True if the search must not be expanded beyond the words as typed. */
  exact: z.preprocess((value) => value === 'true', z.boolean()).default(false),
  sort: z.enum(sorts).catch('newest').default('newest'),
  page: countOr(1, 999_999_999),
  limit: countOr(pageSize, maxPerPage),
});
export type ListQuery = z.output<typeof listQuery>;

export const suggestQuery = z.object({
  q: z.string().max(limits.search).default(''),
});

export const suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('term'), text: z.string() }),
  z.object({ kind: z.literal('resource'), text: z.string(), id: z.uuid() }),
]);
export type Suggestion = z.infer<typeof suggestion>;

const facetValues = z.array(z.object({ value: z.string(), count: z.number() }));
export const facets = z.object({ licenses: facetValues, fileTypes: facetValues });
export type Facets = z.infer<typeof facets>;

const image = z.object({
  id: z.uuid(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
});

const translations = z.partialRecord(
  z.enum(locales),
  z.object({ title: z.string().optional(), description: z.string().optional() }),
);

/** As its maker lists it, drafts included. */
export const ownResource = z.object({
  id: z.uuid(),
  title: z.string(),
  category: z.string(),
  state: z.enum(['draft', 'published', 'hidden']),
  imageUrl: z.string().nullable(),
  downloadCount: z.number(),
  likeCount: z.number(),
  publishAt: z.iso.datetime().nullable().describe('When a draft publishes itself.'),
  updatedAt: z.iso.datetime(),
});
export type OwnResource = z.infer<typeof ownResource>;

export const resourceCard = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  resourceType: category,
  subcategory: z.string(),
  tags: z.array(z.string()),
  license: z.string(),
  author: z.string(),
  ownerUsername: z.string(),
  language: z.enum(locales),
  translations,
  imageUrl: z.string().nullable(),
  image: image.nullable(),
  downloadUrl: z.string().nullable(),
  sourceSite: z.string(),
  hasFile: z.boolean(),
  downloadCount: z.number(),
  likeCount: z.number(),
  commentCount: z.number(),
  makeCount: z.number(),
  builds: z
    .object({ made: z.number(), worked: z.number() })
    .nullable()
    .describe('Verified builds; null where there are too few to say.'),
  createdAt: z.string(),
});
export type ResourceCard = z.infer<typeof resourceCard>;

const known = z
  .enum(knowledge)
  .describe('From every face, from a sample of them, or not at all, as in models of very many triangles.');
const place = z.tuple([z.number(), z.number(), z.number()]).describe("Point in the file's own coordinates.");
const smallest = z.object({ mm: z.number().nullable(), at: place.nullable(), known });

export const printability = z.object({
  wall: smallest.describe('The thinnest wall.'),
  gap: smallest.describe('The narrowest gap between two faces.'),
  overhang: z
    .object({ mm2: z.number(), bridgedMm2: z.number(), at: place.nullable(), known })
    .describe('Faces flatter than 45° that look down on air, without those that short bridges hold.'),
  islands: z
    .object({ count: z.number(), at: place.nullable(), known })
    .describe('Parts that begin in the air.'),
  footprints: z
    .array(
      z.object({
        heightMm: z.number(),
        turns: z.array(z.tuple([z.number(), z.number(), z.number()])),
      }),
    )
    .describe(
      'By the side that lies down: degrees turned, and the longer and shorter side that it takes then.',
    ),
});

const figures = z.object({
  unit: z.enum(units).describe('Unit of the file; all figures are in millimetres.'),
  unitIsGuessed: z.boolean(),
  sizeMm: z.tuple([z.number(), z.number(), z.number()]),
  volumeMm3: z.number(),
  areaMm2: z.number(),
  triangles: z.number(),
  shells: z.number(),
  parts: z.number(),
  openEdges: z.number(),
  flippedTriangles: z.number(),
  flippedShells: z
    .number()
    .optional()
    .describe('How many bodies face inwards as a whole; they are measured as if they were turned.'),
  watertight: z.boolean(),
  inside: z
    .object({
      uprightMm2: z.number(),
      levelMm2: z.number(),
      union: z.number(),
      deeper: z.array(z.number()),
      depthsMm: z.array(z.number()),
      coversMm: z.array(z.number()),
      islands: z.array(z.object({ mm2: z.number(), mm: z.number(), loops: z.number(), count: z.number() })),
      outlines: z.array(z.object({ mm: z.number(), count: z.number(), isHole: z.boolean() })).optional(),
    })
    .nullable()
    .optional()
    .describe('How deep the material lies, which weight and time are worked out from.'),
  printability: printability
    .nullable()
    .optional()
    .describe('What a printer meets in the model, independent of nozzle and bed; null for an open one.'),
  unitIsUnclear: z
    .boolean()
    .optional()
    .describe('True for a file so small that another unit than the guessed one may be meant.'),
  notes: z.array(z.enum(modelNotes)).optional().describe('Parts of the file that are left out.'),
});

const mesh = figures
  .pick({ volumeMm3: true, areaMm2: true, triangles: true, openEdges: true, watertight: true })
  .extend({ boxMm: z.object({ x: z.number(), y: z.number(), z: z.number() }) });

const grams = z.object({ likely: z.number(), atMost: z.number() });
const usualPrint = z.object({
  bedMm: z.number().nullable().describe('Side of the smallest common bed that it fits on; null for none.'),
  grams: z
    .object({ infill20: grams, full: grams })
    .nullable()
    .describe('Weight in PLA with 20 % infill, and full; null without a volume.'),
});
export type UsualPrint = z.infer<typeof usualPrint>;

/** State of a file with a 3D model, which is measured after it was stored. */
const model = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  z.object({
    state: z.literal('measured'),
    figures,
    usual: usualPrint.describe('What it takes on a usual printer.'),
  }),
  z.object({ state: z.literal('unreadable'), problem: z.enum(modelProblems) }),
]);
export type FileModel = z.infer<typeof model>;

const tensorSummary = z.object({
  format: z.enum(tensorFormats),
  parameters: z.number(),
  tensorCount: z.number(),
  dtypes: z.array(z.object({ dtype: z.string(), parameters: z.number(), tensors: z.number() })),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** State of an AI model's file, whose header is read after it was stored. */
const fileHeader = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.literal('read'), summary: tensorSummary }),
  z.object({ state: z.literal('unreadable'), problem: z.enum(tensorProblems) }),
]);
export type FileHeader = z.infer<typeof fileHeader>;

export const tensorList = z.array(
  z.object({ name: z.string(), dtype: z.string(), shape: z.array(z.number()), bytes: z.number() }),
);

export const resourceFile = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  mediaType: z.string(),
  version: z.number(),
  createdAt: z.string().describe('When it came; a later version that has it as well says the same.'),
  model: model.nullable(),
  header: fileHeader.nullable(),
  needed: z
    .object({ count: z.number(), from: z.enum(neededSources) })
    .nullable()
    .describe(
      'How many one thing needs, and who says so: the author, the bill of materials, or nobody. Null for what is not printable.',
    ),
  mesh: mesh.nullable().describe('The figures of `model` that calculations need, where it is measured.'),
});
export type ResourceFile = z.infer<typeof resourceFile>;

export const stepPicture = image;
export type StepPicture = z.infer<typeof stepPicture>;

const shownStep = z.object({
  title: z.string(),
  text: z.string(),
  minutes: z.number().optional(),
  tools: z.array(z.string()).optional(),
  warning: z.string().optional(),
  imageId: z.uuid().optional(),
  image: image.optional(),
});
export type Step = z.infer<typeof shownStep>;

/** Completed steps of a person, by position from 0. */
export const progress = z.object({
  done: z
    .array(
      z
        .number()
        .int()
        .min(0)
        .max(limits.steps - 1),
    )
    .max(limits.steps),
});

export const resourceDetail = resourceCard.omit({ image: true, hasFile: true, builds: true }).extend({
  images: z.array(image.extend({ alt: z.string(), drawn: z.boolean(), placeholder: z.string().nullable() })),
  state: z.enum(states),
  version: z.number(),
  owner: z.object({ id: z.uuid(), username: z.string(), fullName: z.string() }),
  downloadFile: z.string().nullable(),
  makeCount: z.number(),
  files: z.array(resourceFile),
  versions: z.array(z.object({ number: z.number(), changelog: z.string(), createdAt: z.string() })),
  modelType: z.string(),
  usageInstructions: z.string(),
  gameControls: z.string(),
  gameCode: z.string(),
  assemblyInstructions: z.array(shownStep),
  details,
  publishedAt: z.string().nullable(),
  publishAt: z.string().nullable().describe('When a draft publishes itself.'),
  remixOf: z.uuid().nullable().describe('The resource that it was made from.'),
  updatedAt: z.string(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type ResourceDetail = z.infer<typeof resourceDetail>;

/** Summary of a resource for other features that link to it: has it instructions or a parts list? */
export const resourceGuide = z.object({
  id: z.uuid(),
  title: z.string(),
  language: z.enum(locales),
  hasGuide: z.boolean(),
});
export type ResourceGuide = z.infer<typeof resourceGuide>;

/** Contents of a ZIP: its first entries and their number. */
export const archiveContents = z.object({
  total: z.number(),
  entries: z.array(z.object({ name: z.string(), size: z.number() })),
  readme: z.string().nullable(),
});
export type ArchiveContents = z.infer<typeof archiveContents>;

export const downloadCheck = z.object({
  success: z.boolean(),
  useRedirect: z.boolean(),
  downloadUrl: z.string().nullable(),
});
export type DownloadCheck = z.infer<typeof downloadCheck>;

export const resourcesErrors = defineErrors({
  resource_not_found: {
    status: 404,
    words: (locale) => m['resources.error.resource_not_found']({}, { locale }),
  },
  own_resource: { status: 409, words: (locale) => m['resources.error.own_resource']({}, { locale }) },
  not_from_this_state: {
    status: 409,
    words: (locale) => m['resources.error.not_from_this_state']({}, { locale }),
  },
  import_kind: { status: 422, words: (locale) => m['resources.error.import_kind']({}, { locale }) },
  publish_at: { status: 422, words: (locale) => m['resources.error.publish_at']({}, { locale }) },
  remix_of: { status: 422, words: (locale) => m['resources.error.remix_of']({}, { locale }) },
  remix_circle: { status: 422, words: (locale) => m['resources.error.remix_circle']({}, { locale }) },
  too_many_tags: { status: 422, words: (locale) => m['resources.error.too_many_tags']({}, { locale }) },
  step_picture_not_found: {
    status: 400,
    words: (locale) => m['resources.error.step_picture_not_found']({}, { locale }),
  },
  too_many_step_pictures: {
    status: 429,
    words: (locale) => m['resources.error.too_many_step_pictures']({}, { locale }),
  },
  not_viewable: { status: 415, words: (locale) => m['resources.error.not_viewable']({}, { locale }) },
  archive_unreadable: {
    status: 422,
    words: (locale) => m['resources.error.archive_unreadable']({}, { locale }),
  },
  unknown_file: { status: 400, words: (locale) => m['resources.error.unknown_file']({}, { locale }) },
  too_many_files: { status: 422, words: (locale) => m['resources.error.too_many_files']({}, { locale }) },
  last_file: { status: 422, words: (locale) => m['resources.error.last_file']({}, { locale }) },
  no_file: { status: 404, words: (locale) => m['resources.error.no_file']({}, { locale }) },
});
