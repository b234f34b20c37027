import { z } from 'zod';
import { resourceCard } from '#features/resources/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { nameText } from '#platform/shared/name-text.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import {
  commentsPerPage,
  itemsPerPage,
  limits,
  makesPerPage,
  outcomes,
  peoplePerPage,
  tidyName,
} from './rules.ts';

const required: Words = (locale) => m['platform.field.required']({}, { locale });

/** Text with a visible character. */
const said = (most: number) => rule(z.string().trim().min(1).max(most), isVisible, required);

const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
  .default(1);
const pageOf = (usual: number) =>
  z.object({ page, limit: z.coerce.number().int().min(1).max(100).default(usual) });

export const commentsQuery = pageOf(commentsPerPage);
export const makesQuery = pageOf(makesPerPage);
export const itemsQuery = pageOf(itemsPerPage);
export const peopleQuery = pageOf(peoplePerPage);

/** Author of a text. */
const author = z.object({
  username: z.string(),
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
});
export type Author = z.infer<typeof author>;

export const likes = z.object({ likeCount: z.number(), liked: z.boolean() });
export type Likes = z.infer<typeof likes>;

export const commentInput = z.object({
  text: said(limits.comment),
  parentId: z.uuid().optional(),
  step: z.number().int().min(0).optional().describe('Of the guide, from 0; not of an answer.'),
});
export const commentEdit = commentInput.pick({ text: true });

export const reply = z.object({
  id: z.uuid(),
  text: z.string(),
  /** Null for a deleted comment that still has answers. */
  author: author.nullable(),
  /** True if its author is the owner of the resource. */
  byOwner: z.boolean(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  step: z.number().nullable().describe('Of the guide, from 0.'),
  support: z
    .object({ helped: author.nullable() })
    .nullable()
    .describe('Found out in a support session, by its author for `helped`, who may not be named.'),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export const comment = reply.extend({ replies: z.array(reply) });
export type Reply = z.infer<typeof reply>;
export type Comment = z.infer<typeof comment>;

/** Form fields are texts; an empty one counts as absent. */
const amount = (schema: z.ZodNumber) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    return value.trim() === '' ? null : Number(value);
  }, schema.nullable());
const name = (most: number) => z.string().transform(tidyName).pipe(z.string().max(most));

const makeFields = z.object({
  outcome: z.enum(outcomes),
  machine: name(limits.machine),
  material: name(limits.material),
  settings: z.string().trim().max(limits.settings),
  text: z.string().trim().max(limits.make),
  minutes: amount(z.number().int().min(0).max(limits.minutes)),
  grams: amount(z.number().min(0).max(limits.grams)),
  fileSha256: z
    .preprocess((value) => (value === '' ? null : value), z.string().max(64).nullable())
    .describe('Hash of the file of the resource that it was made from.'),
});
export const makeInput = makeFields.extend({
  machine: makeFields.shape.machine.default(''),
  material: makeFields.shape.material.default(''),
  settings: makeFields.shape.settings.default(''),
  text: makeFields.shape.text.default(''),
  minutes: makeFields.shape.minutes.default(null),
  grams: makeFields.shape.grams.default(null),
  fileSha256: makeFields.shape.fileSha256.default(null),
});
export const makeEdit = makeFields.partial();
export type MakeContent = z.output<typeof makeInput>;
export type MakeChange = z.output<typeof makeEdit>;

export const make = z.object({
  id: z.uuid(),
  author,
  byOwner: z.boolean(),
  outcome: z.enum(outcomes),
  machine: z.string(),
  material: z.string(),
  settings: z.string(),
  text: z.string(),
  minutes: z.number().nullable(),
  grams: z.number().nullable(),
  fileSha256: z.string().nullable(),
  image: z
    .object({ id: z.uuid(), width: z.number(), height: z.number(), widths: z.array(z.number()) })
    .nullable(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Make = z.infer<typeof make>;

/** Make with a picture, of a published resource. */
export const recentMake = make.pick({ id: true, author: true, machine: true, createdAt: true }).extend({
  resource: z.object({ id: z.uuid(), title: z.string(), language: z.string() }),
  image: make.shape.image.unwrap(),
});
export type RecentMake = z.infer<typeof recentMake>;

export const makeSummary = z.object({
  total: z.number(),
  outcomes: z.object({ success: z.number(), partly: z.number(), failed: z.number() }),
  machines: z.array(
    z.object({
      machine: z.string(),
      makes: z.number(),
      succeeded: z.number().nullable().describe('Null where there are too few makes to say.'),
    }),
  ),
});
export type MakeSummary = z.infer<typeof makeSummary>;

export const machinesQuery = z.object({ q: z.string().max(limits.machine).default('') });

const collectionFields = z.object({
  title: nameText(limits.collectionTitle),
  description: z.string().trim().max(limits.collectionDescription),
  isPublic: z.boolean(),
});
export const collectionInput = collectionFields.extend({
  description: collectionFields.shape.description.default(''),
  isPublic: collectionFields.shape.isPublic.default(true),
});
export const collectionEdit = collectionFields.partial();
export const itemInput = z.object({
  note: z.string().trim().max(limits.note).optional(),
  /** Position in the collection, from 0; a new item goes to the end. */
  position: z.number().int().min(0).max(1_000_000).optional(),
});
export const ownCollectionsQuery = z.object({ resource: z.string().max(100).optional() });

export const collection = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  isHidden: z.boolean().describe('By a moderator; only its owner sees it then.'),
  itemCount: z.number(),
  imageUrl: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
export type Collection = z.infer<typeof collection>;
/** `holds` tells whether the collection contains the requested resource. */
export const ownCollection = collection.extend({ holds: z.boolean() });
export type OwnCollection = z.infer<typeof ownCollection>;
export const collectionDetail = collection.extend({ owner: author, can: z.object({ edit: z.boolean() }) });
export type CollectionDetail = z.infer<typeof collectionDetail>;
export const collectionItem = z.object({
  resourceId: z.uuid(),
  note: z.string(),
  addedAt: z.iso.datetime(),
  resource: resourceCard.nullable().describe('Null where it is not public any more.'),
});
export type CollectionItem = z.infer<typeof collectionItem>;

export const follows = z.object({ followerCount: z.number(), following: z.boolean() });
export type Follows = z.infer<typeof follows>;
export const followed = author.extend({ resourceCount: z.number(), since: z.iso.datetime() });
export type Followed = z.infer<typeof followed>;

export const socialErrors = defineErrors({
  comment_not_found: {
    status: 404,
    words: (locale) => m['social.error.comment_not_found']({}, { locale }),
  },
  no_such_step: { status: 400, words: (locale) => m['social.error.no_such_step']({}, { locale }) },
  nested_reply: { status: 400, words: (locale) => m['social.error.nested_reply']({}, { locale }) },
  too_many_replies: { status: 409, words: (locale) => m['social.error.too_many_replies']({}, { locale }) },
  make_not_found: { status: 404, words: (locale) => m['social.error.make_not_found']({}, { locale }) },
  collection_not_found: {
    status: 404,
    words: (locale) => m['social.error.collection_not_found']({}, { locale }),
  },
  too_many_collections: {
    status: 409,
    words: (locale) => m['social.error.too_many_collections']({}, { locale }),
  },
  collection_full: { status: 409, words: (locale) => m['social.error.collection_full']({}, { locale }) },
  unknown_make_file: {
    status: 400,
    words: (locale) => m['social.error.unknown_make_file']({}, { locale }),
  },
  own_follow: { status: 409, words: (locale) => m['social.error.own_follow']({}, { locale }) },
});
