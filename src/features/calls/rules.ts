/** So many people a call has room for where each sends to each: with a picture of anybody, and with voices alone. */
export const meshSeats = { video: 4, voice: 8 } as const;
/** With a server in the middle. */
export const serverSeats = 50;

/** How often whoever is in a call says so, and after how long without a word they are gone. */
export const beatMs = 3000;
export const goneMs = 10_000;

/** How long a link for a guest can be used, and how long the guest may come and go with it afterwards. */
export const linkHours = 24;
export const guestHours = 12;
/** Whoever was put out of a call may come back after this. */
export const removalMinutes = 60;
/** Credentials of relays live this long; the page asks for new ones when half of it has passed. */
export const iceMinutes = 60;
/** A ticket of LiveKit is for coming in alone: it renews what whoever is inside needs, and nobody takes one back. */
export const ticketMinutes = 2;

export const callLimits = {
  name: 40,
  /** A description of Chromium with sound, camera and screen has 8 KB; what is larger is not one. */
  descriptionBytes: 24_000,
  candidates: 20,
  candidateBytes: 600,
  points: 400,
  marks: 400,
  /** Of all marks together: whoever comes later is given them at once. */
  markBytes: 1024 * 1024,
  /** A frozen picture as it is sent, in base64. */
  frameChars: 700_000,
  frameSide: 1600,
  openLinks: 20,
  /** Of one person in one call. */
  windows: 3,
} as const;

export type Mode = 'mesh' | 'server';

/** How many people a call takes, given whether anybody's camera or screen is seen. */
export function seatsOf(mode: Mode, isSeen: boolean): number {
  if (mode === 'server') return serverSeats;
  return isSeen ? meshSeats.video : meshSeats.voice;
}

/** Whether one more may come in, and with a camera: null where they may. */
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

/** Whether somebody of so many may turn on a camera or share a screen. */
export function refusalToShow(mode: Mode, count: number): 'too_many_for_video' | null {
  return count > seatsOf(mode, true) ? 'too_many_for_video' : null;
}

export const tools = ['pen', 'arrow', 'circle'] as const;
export type Tool = (typeof tools)[number];

/** A place in a picture: 0 is its left or upper edge, 1 its right or lower one, whatever surrounds it on the screen. */
export type Point = readonly [x: number, y: number];
export type Mark = { id: string; from: string; tool: Tool; points: readonly Point[] };

/** A place on a 3D model: its middle is 0, and its farthest corner 1 away, so that it is the same for whoever looks from elsewhere. */
export type Place = readonly [x: number, y: number, z: number];

/** Whether a mark lies on a model rather than on a picture. */
export const isOnModel = ({ points }: { points: readonly (readonly number[])[] }): boolean =>
  points[0]?.length === 3;

type Size = { width: number; height: number };
export type Box = Size & { left: number; top: number };

/** Where a picture stands inside of a frame that shows all of it: with bars at its sides, or above and below. */
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

/** The place in the picture of a place in the frame; what lies beside the picture is at its edge. */
export function toPicture(box: Box, x: number, y: number): Point {
  const along = (value: number, start: number, size: number) =>
    rounded(within(size > 0 ? (value - start) / size : 0));
  return [along(x, box.left, box.width), along(y, box.top, box.height)];
}

/** The place in the frame of a place in the picture. */
export function fromPicture(box: Box, [x, y]: Point): { x: number; y: number } {
  return { x: box.left + x * box.width, y: box.top + y * box.height };
}

/** Fewer points that draw the same line, by Ramer, Douglas and Peucker: none of those left out is further off than `most`. */
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

/** The same, with as many points as may be sent. */
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

/** How a connection is, from what the browser measures. */
export type Quality = 'good' | 'fair' | 'poor';
export function qualityOf({ roundTripMs, lost }: { roundTripMs: number | null; lost: number }): Quality {
  if (lost > 0.08 || (roundTripMs ?? 0) > 500) return 'poor';
  return lost > 0.02 || (roundTripMs ?? 0) > 200 ? 'fair' : 'good';
}

/** The resource that a link leads to, or that is named by its id. */
export function resourceIn(text: string): string | null {
  const found = /(?:^|\/resources\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])/i.exec(
    text.trim(),
  );
  return found?.[1]?.toLowerCase() ?? null;
}
