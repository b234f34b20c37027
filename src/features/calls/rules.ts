/** Maximum number of people in a mesh: with any video, and with audio only. */
export const meshSeats = { video: 4, voice: 8 } as const;
/** Maximum with a server. */
export const serverSeats = 50;

/** Heartbeat of a participant, and the silence after which they are gone. */
export const beatMs = 3000;
export const goneMs = 10_000;

/** Lifetime of an unused guest link, and the time for which the guest can return with it. */
export const linkHours = 24;
export const guestHours = 12;
/** Time after which a removed person can return. */
export const removalMinutes = 60;
/** Lifetime of relay credentials; the page renews them after half of it. */
export const iceMinutes = 60;
/**
 * Lifetime of a LiveKit ticket. It only admits: LiveKit renews the access of people inside, and a ticket
 * cannot be revoked.
 */
export const ticketMinutes = 2;

export const callLimits = {
  name: 40,
  /** An SDP of Chromium with audio, camera and screen has 8 KB; anything much larger is invalid. */
  descriptionBytes: 24_000,
  candidates: 20,
  candidateBytes: 600,
  points: 400,
  marks: 400,
  /** All marks together: later participants receive them at once. */
  markBytes: 1024 * 1024,
  /** Size of a still, in base64. */
  frameChars: 700_000,
  frameSide: 1600,
  openLinks: 20,
  /** Per person and call. */
  windows: 3,
} as const;

export type Mode = 'mesh' | 'server';

/** Returns the maximum number of people, given if any video is on. */
export function seatsOf(mode: Mode, isSeen: boolean): number {
  if (mode === 'server') return serverSeats;
  return isSeen ? meshSeats.video : meshSeats.voice;
}

/** Returns the reason why nobody else can join, with or without a camera; null if they can. */
export function refusalToEnter(
  mode: Mode,
  inside: readonly { hasVideo: boolean }[],
  arriving: { hasVideo: boolean },
  hasStage: boolean,
): 'call_full' | 'too_many_for_video' | null {
  const seen = hasStage || inside.some(({ hasVideo }) => hasVideo);
  if (inside.length >= seatsOf(mode, seen)) return 'call_full';
  return arriving.hasVideo ? refusalToShow(mode, inside.length + 1) : null;
}

/**
 * Returns the reason why nobody of `count` people can turn on a camera or share a screen; null if they can.
 */
export function refusalToShow(mode: Mode, count: number): 'too_many_for_video' | null {
  return count > seatsOf(mode, true) ? 'too_many_for_video' : null;
}

export const tools = ['pen', 'arrow', 'circle'] as const;
export type Tool = (typeof tools)[number];

/**
 * Position in a picture: 0 is its left or top edge, 1 its right or bottom edge, wherever it is on the screen.
 */
export type Point = readonly [x: number, y: number];
export type Mark = { id: string; from: string; tool: Tool; points: readonly Point[] };

/** Position on a 3D model: its centre is 0, its farthest corner 1 away, independent of the viewer. */
export type Place = readonly [x: number, y: number, z: number];

/** Returns true for a mark on a model, false for one on a picture. */
export const isOnModel = ({ points }: { points: readonly (readonly number[])[] }): boolean =>
  points[0]?.length === 3;

type Size = { width: number; height: number };
export type Box = Size & { left: number; top: number };

/** Returns the box of a picture that is fitted into a frame, with bars at its sides or above and below. */
export function pictureBox(frame: Size, picture: Size): Box {
  if (frame.width <= 0 || frame.height <= 0 || picture.width <= 0 || picture.height <= 0)
    return { left: 0, top: 0, width: Math.max(0, frame.width), height: Math.max(0, frame.height) };
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { left: (frame.width - width) / 2, top: (frame.height - height) / 2, width, height };
}

const within = (value: number) => Math.min(1, Math.max(0, value));
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** Converts a position in the frame to one in the picture, clamped to its edges. */
export function toPicture(box: Box, x: number, y: number): Point {
  const along = (value: number, start: number, size: number) =>
    rounded(within(size > 0 ? (value - start) / size : 0));
  return [along(x, box.left, box.width), along(y, box.top, box.height)];
}

/** Converts a position in the picture to one in the frame. */
export function fromPicture(box: Box, [x, y]: Point): { x: number; y: number } {
  return { x: box.left + x * box.width, y: box.top + y * box.height };
}

/** Simplifies a line (Ramer–Douglas–Peucker): no removed point is farther off than `most`. */
export function simplified(points: readonly Point[], most = 0.002): Point[] {
  if (points.length <= 2) return [...points];
  const first = points[0]!;
  const last = points.at(-1)!;
  let furthest = 0;
  let index = 0;
  for (let at = 1; at < points.length - 1; at++) {
    const off = distanceToSegment(points[at]!, first, last);
    if (off > furthest) {
      furthest = off;
      index = at;
    }
  }
  if (furthest <= most) return [first, last];
  return [...simplified(points.slice(0, index + 1), most), ...simplified(points.slice(index), most).slice(1)];
}

/** Same, limited to the number of points that can be sent. */
export function sendable(points: readonly Point[], limit: number = callLimits.points): Point[] {
  let most = 0.001;
  let found = simplified(points, most);
  while (found.length > limit) {
    most *= 2;
    found = simplified(points, most);
  }
  return found;
}

export function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : within(((x - ax) * dx + (y - ay) * dy) / length);
  return Math.hypot(x - (ax + along * dx), y - (ay + along * dy));
}

/** Quality of a connection, from the browser's statistics. */
export type Quality = 'good' | 'fair' | 'poor';
export function qualityOf({ roundTripMs, lost }: { roundTripMs: number | null; lost: number }): Quality {
  if (lost > 0.08 || (roundTripMs ?? 0) > 500) return 'poor';
  return lost > 0.02 || (roundTripMs ?? 0) > 200 ? 'fair' : 'good';
}

/** Returns the resource of a link, or of an id. */
export function resourceIn(text: string): string | null {
  const found = /(?:^|\/resources\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])/i.exec(
    text.trim(),
  );
  return found?.[1]?.toLowerCase() ?? null;
}
