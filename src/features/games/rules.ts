/** Maximum number of slots per person and game; their JSON has a common limit in bytes. */
export const maxSlots = 16;
export const maxSaveBytes = 64 * 1024;

const slotName = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** JSON of each slot by its name. */
export type Slots = Record<string, string>;

export function isSlotName(name: string): boolean {
  return slotName.test(name);
}

/** Returns the size of all slots in bytes, names included. */
export function slotBytes(slots: Slots): number {
  const encoder = new TextEncoder();
  return Object.entries(slots).reduce(
    (sum, [name, text]) => sum + name.length + encoder.encode(text).byteLength,
    0,
  );
}

/** Returns why the slots cannot be stored; null if they can. */
export function slotsProblem(slots: Slots): 'name' | 'count' | 'size' | null {
  const names = Object.keys(slots);
  if (!names.every(isSlotName)) return 'name';
  if (names.length > maxSlots) return 'count';
  return slotBytes(slots) > maxSaveBytes ? 'size' : null;
}

export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
/** Zoom that fits the whole game into its place. */
export const fitZoom = 1;

/** Returns the next larger or smaller zoom, within the limits. */
export function nextZoom(zoom: number, step: 1 | -1): number {
  const larger = zooms.filter((each) => (step === 1 ? each > zoom : each < zoom));
  return (step === 1 ? larger[0] : larger.at(-1)) ?? zoom;
}

/** Messages that a game's frame may send; all others are ignored. */
export type FrameMessage =
  | { type: 'hello' | 'ready' | 'failed' | 'leave' }
  | { type: 'load'; call: number; slot: string }
  | { type: 'save'; call: number; slot: string; text: string };

/** Parses a message from a frame, which is untrusted. */
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
      return typeof text === 'string' && text.length <= maxSaveBytes ? { type, call, slot, text } : null;
    default:
      return null;
  }
}
