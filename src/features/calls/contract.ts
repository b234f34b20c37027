import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { optionalName } from '#platform/shared/name-text.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { callLimits, tools, type Place, type Point } from './rules.ts';

export const callsErrors = defineErrors({
  call_not_found: { status: 404, words: (locale) => m['calls.error.call_not_found']({}, { locale }) },
  may_not_join: { status: 403, words: (locale) => m['calls.error.may_not_join']({}, { locale }) },
  removed_from_call: { status: 403, words: (locale) => m['calls.error.removed_from_call']({}, { locale }) },
  call_full: { status: 409, words: (locale) => m['calls.error.call_full']({}, { locale }) },
  too_many_for_video: {
    status: 409,
    words: (locale) => m['calls.error.too_many_for_video']({}, { locale }),
  },
  /** The key in `x-call-key` belongs to no current seat. */
  not_in_call: { status: 403, words: (locale) => m['calls.error.not_in_call']({}, { locale }) },
  may_not_moderate: { status: 403, words: (locale) => m['calls.error.may_not_moderate']({}, { locale }) },
  person_gone: { status: 404, words: (locale) => m['calls.error.person_gone']({}, { locale }) },
  link_not_found: { status: 404, words: (locale) => m['calls.error.link_not_found']({}, { locale }) },
  link_used: { status: 410, words: (locale) => m['calls.error.link_used']({}, { locale }) },
  link_expired: { status: 410, words: (locale) => m['calls.error.link_expired']({}, { locale }) },
  too_many_links: { status: 409, words: (locale) => m['calls.error.too_many_links']({}, { locale }) },
  stage_taken: { status: 409, words: (locale) => m['calls.error.stage_taken']({}, { locale }) },
  no_stage: { status: 409, words: (locale) => m['calls.error.no_stage']({}, { locale }) },
  too_many_marks: { status: 409, words: (locale) => m['calls.error.too_many_marks']({}, { locale }) },
  /** The model does not exist, is not visible to everyone in the channel, or is too large to show. */
  no_model: { status: 404, words: (locale) => m['calls.error.no_model']({}, { locale }) },
});

const name = rule(optionalName(callLimits.name), isVisible, (locale) =>
  m['calls.field.name_needed']({}, { locale }),
);

const arriving = z.object({
  hasVideo: z.boolean().default(false),
  isMuted: z.boolean().default(true),
});
export const joinInput = arriving.extend({
  former: z.uuid().optional().describe('The key of the seat that one comes back to, which goes.'),
});
export type JoinInput = z.input<typeof joinInput>;
export const guestJoinInput = arriving.extend({
  name,
  guestKey: z
    .string()
    .min(22)
    .max(100)
    .optional()
    .describe(
      'Made by the guest before they first come in, so that they come in again where the answer was lost; theirs alone from then on.',
    ),
});
export type GuestJoinInput = z.input<typeof guestJoinInput>;
export const frameInput = z.object({
  picture: z.base64().max(callLimits.frameChars).describe('A JPEG or PNG, in base64.'),
});

export const callPerson = z.object({
  peerId: z.uuid(),
  name: z.string(),
  username: z.string().nullable().describe('Null for guests.'),
  avatarUrl: z.string().nullable(),
  isGuest: z.boolean(),
  isMuted: z.boolean(),
  hasVideo: z.boolean(),
  handRaised: z.boolean(),
});
export type CallPerson = z.infer<typeof callPerson>;

/** Source of a shown model: a resource, or a message of the channel. */
export const modelSource = z.union([
  z.strictObject({ resourceFileId: z.uuid() }),
  z.strictObject({ attachmentId: z.uuid() }),
]);
export type ModelSource = z.infer<typeof modelSource>;
export const shownModel = z.object({
  name: z.string(),
  size: z.number(),
  triangles: z.number().nullable().describe('Where they have been counted.'),
});
export type ShownModel = z.infer<typeof shownModel>;
export const modelChoice = shownModel.extend({
  source: modelSource,
  title: z.string().nullable().describe("The resource's; null for a file of the channel."),
});
export type ModelChoice = z.infer<typeof modelChoice>;
export const modelChoices = z.object({ models: z.array(modelChoice) });

/** Coordinate relative to a model: the centre is 0, its farthest corner 1 away. */
const around = z.number().min(-100).max(100);
const place = z.tuple([around, around, around]);
export const modelView = z.object({
  azimuth: z.number().min(-4).max(4),
  polar: z.number().min(0).max(Math.PI),
  distance: z.number().min(0).max(100),
  target: place,
});
export type ModelView = z.infer<typeof modelView>;

export const stage = z.object({
  id: z.uuid(),
  kind: z.enum(['screen', 'camera', 'model']),
  peerId: z.uuid().describe('Whose it is.'),
  frameId: z.uuid().nullable().describe('The picture that stands still in its place.'),
  model: shownModel
    .nullable()
    .describe('Of a 3D model: `/api/calls/{channel}/models/{id}` of the stage gives it.'),
  view: z
    .object({ n: z.number(), view: modelView })
    .nullable()
    .describe('How whoever shows the model looks at it, numbered; null: all of it.'),
});
export type Stage = z.infer<typeof stage>;

const coordinate = z.number().min(0).max(1);
const point = z.tuple([coordinate, coordinate]);
export const mark = z.object({
  id: z.uuid(),
  from: z.uuid(),
  tool: z.enum(tools),
  points: z
    .union([z.array(point).min(1).max(callLimits.points), z.array(place).min(1).max(callLimits.points)])
    .describe('Places in the picture, from 0 to 1; on a 3D model places around its middle.'),
  toward: place.optional().describe('On a 3D model: the direction of whoever drew it.'),
});
export type CallMark = z.infer<typeof mark>;

export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export const iceServers = z.object({
  iceServers: z.array(iceServer),
  expiresAt: z.iso.datetime().describe('When the credentials end; ask again before.'),
});
export type IceServers = z.infer<typeof iceServers>;

export const call = z.object({
  channelId: z.uuid(),
  slug: z.string(),
  name: z.string(),
  people: z.array(callPerson),
  seats: z.number().describe('How many it takes as it is now.'),
  can: z.object({ join: z.boolean(), moderate: z.boolean(), invite: z.boolean() }),
});
export type Call = z.infer<typeof call>;

/** Data for a person who has joined. */
export const joined = iceServers.extend({
  channelId: z.uuid(),
  name: z.string().describe("The channel's."),
  peerId: z.uuid(),
  key: z.uuid().describe('Secret: proves who this is, as `x-call-key`, and names the topic `peer:{key}`.'),
  guestKey: z.string().nullable().describe('Secret: lets a guest come back with their link.'),
  people: z.array(callPerson),
  stage: stage.nullable(),
  marks: z.array(mark),
  seq: z.number().describe("Where the topic's events begin."),
  can: z.object({ moderate: z.boolean(), invite: z.boolean() }),
  server: z
    .object({ url: z.string(), token: z.string() })
    .nullable()
    .describe('LiveKit in the middle; null where each sends to each.'),
});
export type Joined = z.infer<typeof joined>;

export const link = z.object({ path: z.string(), expiresAt: z.iso.datetime() });
export type CallLink = z.infer<typeof link>;
export const linkState = z.object({ name: z.string().describe("The channel's."), isUsed: z.boolean() });
export type LinkState = z.infer<typeof linkState>;

/** `n` increases: outdated views are dropped. */
const numberedView = z.object({ stageId: z.uuid(), n: z.number().int().min(0).max(1e9), view: modelView });
export type NumberedView = z.infer<typeof numberedView>;

/** Messages to `peer:{key}`, by type. */
export const messages = {
  /** Heartbeat. */
  beat: z.object({}),
  /** For another browser; the server does not read it. */
  signal: z.object({
    to: z.uuid(),
    n: z.number().int().min(0),
    description: z
      .object({
        type: z.enum(['offer', 'answer', 'rollback', 'pranswer']),
        sdp: z.string().max(callLimits.descriptionBytes),
      })
      .optional(),
    candidates: z
      .array(
        z
          .object({
            candidate: z.string().max(callLimits.candidateBytes),
            sdpMid: z.string().max(50).nullish(),
            sdpMLineIndex: z.number().int().min(0).max(100).nullish(),
            usernameFragment: z.string().max(300).nullish(),
          })
          .nullable(),
      )
      .max(callLimits.candidates)
      .optional(),
    /** Stream ids of the camera and the screen. */
    streams: z
      .object({ camera: z.string().max(100), screen: z.string().max(100) })
      .partial()
      .optional(),
  }),
  state: z.object({
    isMuted: z.boolean().optional(),
    hasVideo: z.boolean().optional(),
    handRaised: z.boolean().optional(),
  }),
  stage: z.object({
    show: z
      .union([
        z.object({ kind: z.enum(['screen', 'camera']), peerId: z.uuid() }),
        z.object({ kind: z.literal('model'), source: modelSource }),
      ])
      .nullable(),
  }),
  /** View of the shown model, for everyone and for later participants. */
  view: numberedView,
  mark: mark.omit({ from: true }),
  unmark: z.object({ id: z.uuid() }),
  clear: z.object({}),
  unfreeze: z.object({}),
  /** Transient messages: pointers, unfinished lines, and the view while a model is being turned. */
  turn: numberedView,
  pointer: z.object({ at: z.union([point, place]).nullable() }),
  stroke: mark.omit({ from: true }),
} as const;
export type MessageType = keyof typeof messages;
export type Message<Type extends MessageType> = z.infer<(typeof messages)[Type]>;

/** Events of `peer:{key}`, by type. */
export type CallEvents = {
  people: { people: CallPerson[]; news?: { kind: 'joined' | 'left' | 'removed'; name: string } };
  signal: Omit<Message<'signal'>, 'to'> & { from: string };
  stage: { stage: Stage | null };
  mark: { mark: CallMark };
  unmark: { id: string };
  /** Marks of one person, or all. */
  clear: { of: string | null };
  removed: Record<string, never>;
  view: NumberedView;
  turn: NumberedView;
  pointer: { from: string; at: Point | Place | null };
  stroke: { mark: CallMark };
};
