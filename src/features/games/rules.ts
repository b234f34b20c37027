/** What a game may keep for one person: in so many slots, so many bytes of JSON together. */
export const mostSlots = 16;
export const mostSaveBytes = 64 * 1024;

const slotName = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** Slots by name, each with the JSON that the game wrote. */
export type Slots = Record<string, string>;

export function isSlotName(name: string): boolean {
  return slotName.test(name);
}

/** How many bytes the slots take, their names included. */
export function slotBytes(slots: Slots): number {
  const encoder = new TextEncoder();
  return Object.entries(slots).reduce(
    (sum, [name, text]) => sum + name.length + encoder.encode(text).byteLength,
    0,
  );
}

/** Why these slots cannot be kept; null when they can. */
export function slotsProblem(slots: Slots): 'name' | 'count' | 'size' | null {
  const names = Object.keys(slots);
  if (!names.every(isSlotName)) return 'name';
  if (names.length > mostSlots) return 'count';
  return slotBytes(slots) > mostSaveBytes ? 'size' : null;
}

export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
/** The whole game in its place. */
export const fitZoom = 1;

/** The next larger or smaller zoom; at the end it stays. */
export function nextZoom(zoom: number, step: 1 | -1): number {
  const larger = zooms.filter((each) => (step === 1 ? each > zoom : each < zoom));
  return (step === 1 ? larger[0] : larger.at(-1)) ?? zoom;
}

/** What a game's frame may tell the page. Whatever else comes is not for us. */
export type FrameMessage =
  | { type: 'hello' | 'ready' | 'failed' | 'leave' }
  | { type: 'load'; call: number; slot: string }
  | { type: 'save'; call: number; slot: string; text: string };

/** Reads a message from a frame, which is untrusted through and through. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  if (data === null || typeof data !== 'object') return null;
  const { gongbang: type, call, slot, text } = data as Record<string, unknown>;
  switch (type) {
    case 'hello':
    case 'ready':
    case 'failed':
    case 'leave':
      return { type };
    case 'load':
    case 'save':
      if (typeof call !== 'number' || !Number.isSafeInteger(call)) return null;
      if (typeof slot !== 'string' || !isSlotName(slot)) return null;
      if (type === 'load') return { type, call, slot };
      return typeof text === 'string' && text.length <= mostSaveBytes ? { type, call, slot, text } : null;
    default:
      return null;
  }
}
