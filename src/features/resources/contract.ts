import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { isPublicUrl } from '#platform/shared/public-url.ts';
import { modelProblems, units } from '#platform/shared/models/mesh.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';

import {
  categories,
  licenses,
  limits,
  mostFiles,
  mostPerPage,
  pageSize,
  parseSteps,
  parseTags,
} from './rules.ts';

export const states = ['draft', 'published', 'hidden', 'removed'] as const;
export type ResourceState = (typeof states)[number];

export const step = z.object({
  title: z.string().trim().max(200).default(''),
  text: z.string().trim().min(1).max(limits.step),
  minutes: z.number().int().min(0).max(100_000).optional(),
  tools: z.array(z.string().trim().min(1).max(80)).max(30).optional(),
  warning: z.string().trim().max(1000).optional(),
});

const part = z.object({
  name: z.string().trim().min(1).max(200),
  quantity: z.number().min(0).max(1_000_000),
  partNumber: z.string().trim().max(100).optional(),
  substitute: z.string().trim().max(200).optional(),
  priceWon: z.number().int().min(0).max(1_000_000_000).optional(),
});

/** What only some categories have. */
export const details = z.object({
  billOfMaterials: z.array(part).max(500).optional(),
  printSettings: z
    .object({
      material: z.string().trim().max(80),
      layerHeightMm: z.number().min(0.01).max(5),
      infillPercent: z.number().min(0).max(100),
      supports: z.boolean(),
      minutes: z.number().int().min(0).max(100_000).optional(),
    })
    .optional(),
  aiModel: z
    .object({
      framework: z.string().trim().max(80),
      task: z.string().trim().max(200),
      parameters: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      dataset: z.string().trim().max(500).optional(),
      metric: z.string().trim().max(200).optional(),
    })
    .optional(),
  software: z
    .object({
      platforms: z.array(z.string().trim().min(1).max(60)).max(20),
      repository: z.string().trim().max(300).optional(),
    })
    .optional(),
});

const notPublic: Words = (locale) => m['platform.field.url']({}, { locale });

/** An address on another site, or null when the field is left empty. */
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
  // An empty one is none.
  title: rule(
    z.string().trim().max(limits.title),
    (title) => title === '' || isVisible(title),
    nothingToSee,
  ).optional(),
  description: z.string().trim().max(limits.description).optional(),
});

const category = z.enum(categories);

/** A resource as it is written; {@link createInput} reads it. */
export const resourceFields = z.object({
  title: rule(z.string().trim().min(1).max(limits.title), isVisible, nothingToSee),
  description: z.string().trim().max(limits.description).default(''),
  category,
  subcategory: z.string().trim().max(limits.subcategory).default(''),
  tags: tags.default([]),
  license: z.enum(licenses).default('all-rights-reserved'),
  author: z.string().trim().max(limits.author).default(''),
  sourceSite: z.string().trim().max(limits.sourceSite).default(''),
  downloadUrl: outsideUrl.nullable().default(null),
  modelType: z.string().trim().max(limits.modelType).default(''),
  usageInstructions: z.string().trim().max(limits.instructions).default(''),
  gameControls: z.string().trim().max(limits.gameControls).default(''),
  gameCode: z.string().max(limits.gameCode).default(''),
  assemblyInstructions: steps.default([]),
  details: details.default({}),
  language: z.enum(['ko', 'en', 'ja']).default('ko'),
  translations: z.partialRecord(z.enum(['ko', 'en', 'ja']), translation).default({}),
  state: z.enum(['draft', 'published']).default('published'),
});

/** `resourceType` is the older name of `category`; either will do. */
function categoryFromType(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const given = value as Record<string, unknown>;
  return given['category'] === undefined && given['resourceType'] !== undefined
    ? { ...given, category: given['resourceType'] }
    : value;
}

/** Finished uploads that become files of what is written. */
export const attachedUploads = z.object({ uploads: z.array(z.uuid()).max(mostFiles).default([]) });

/** What a body may hold, for its description. */
export const resourceBody = resourceFields.extend(attachedUploads.shape);

export const createInput = z.preprocess(categoryFromType, resourceFields);
export type ResourceContent = z.output<typeof resourceFields>;

/** Any of the fields; `version`, when given, must be the one that was read. */
export const editInput = z.preprocess(
  categoryFromType,
  z.object({
    ...withoutDefaults(resourceFields.shape),
    version: z.number().int().min(1).optional(),
    changelog: z.string().trim().max(5000).optional(),
  }),
);

export const attachInput = z.object({
  uploadId: z.uuid(),
  changelog: z.string().trim().max(5000).optional(),
});
export type ResourceEdit = z.output<typeof editInput>;

/** A field that is not sent must stay as it is, so defaults would be wrong in an edit. */
function withoutDefaults<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [
      key,
      (schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : (schema as z.ZodType)).optional(),
    ]),
  ) as { [Key in keyof Shape]: z.ZodOptional<Unwrapped<Shape[Key]>> };
}
type Unwrapped<Schema> =
  Schema extends z.ZodDefault<infer Inner extends z.ZodType>
    ? Inner
    : Schema extends z.ZodType
      ? Schema
      : never;

const sorts = ['newest', 'downloads', 'relevance'] as const;
export type Sort = (typeof sorts)[number];

/** Whole numbers from 1; anything else counts as the fallback. */
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
  /** The extension of a file. */
  fileType: z.string().trim().toLowerCase().max(limits.fileType).optional(),
  /** Whether a search stays with the words as they were typed. */
  exact: z.preprocess((value) => value === 'true', z.boolean()).default(false),
  sort: z.enum(sorts).catch('newest').default('newest'),
  page: countOr(1, 999_999_999),
  limit: countOr(pageSize, mostPerPage),
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
  z.enum(['ko', 'en', 'ja']),
  z.object({ title: z.string().optional(), description: z.string().optional() }),
);

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
  language: z.enum(['ko', 'en', 'ja']),
  translations,
  imageUrl: z.string().nullable(),
  image: image.nullable(),
  downloadUrl: z.string().nullable(),
  sourceSite: z.string(),
  hasFile: z.boolean(),
  downloadCount: z.number(),
  likeCount: z.number(),
  commentCount: z.number(),
  createdAt: z.string(),
});
export type ResourceCard = z.infer<typeof resourceCard>;

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
  watertight: z.boolean(),
});

/** What is known of a file that holds a 3D model: measured after it was stored. */
const model = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.literal('measured'), figures }),
  z.object({ state: z.literal('unreadable'), problem: z.enum(modelProblems) }),
]);
export type FileModel = z.infer<typeof model>;

export const resourceFile = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  mediaType: z.string(),
  version: z.number(),
  model: model.nullable(),
});
export type ResourceFile = z.infer<typeof resourceFile>;

export const resourceDetail = resourceCard.omit({ image: true, hasFile: true }).extend({
  images: z.array(image.extend({ alt: z.string(), drawn: z.boolean() })),
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
  assemblyInstructions: z.array(step),
  details,
  publishedAt: z.string().nullable(),
  updatedAt: z.string(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type ResourceDetail = z.infer<typeof resourceDetail>;

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
  no_file: { status: 404, words: (locale) => m['resources.error.no_file']({}, { locale }) },
});
