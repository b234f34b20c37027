/** How good the way to the server is; browsers that do not tell count as fast while they are online. */
export type Connection = 'offline' | 'slow' | 'medium' | 'fast';

/** What some browsers add to `navigator`. */
type Told = {
  onLine?: boolean;
  connection?: { effectiveType?: string; downlink?: number; saveData?: boolean };
  getBattery?: () => Promise<{ level: number; charging: boolean }>;
};

/** In Mbit/s; below this even a list takes seconds. */
const slowDownlink = 0.5;
const lowBattery = 0.15;

export function connectionQuality(told: Told = globalThis.navigator as Told): Connection {
  if (told.onLine === false) return 'offline';
  const { effectiveType = '', downlink = Infinity } = told.connection ?? {};
  if (effectiveType.endsWith('2g') || downlink < slowDownlink) return 'slow';
  return effectiveType === '3g' ? 'medium' : 'fast';
}

/** Whether the reader pays for what is loaded ahead: with data, or with the last of the battery. */
export async function mustSave(told: Told = globalThis.navigator as Told): Promise<boolean> {
  if (told.connection?.saveData) return true;
  const battery = await told.getBattery?.().catch(() => undefined);
  return battery !== undefined && !battery.charging && battery.level < lowBattery;
}
