/** Quality of the connection. Browsers without this information count as fast while they are online. */
export type Connection = 'offline' | 'slow' | 'medium' | 'fast';

/** Properties that only some browsers have on `navigator`. */
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

/** Tells whether preloading costs the reader something: paid data, or the last of the battery. */
export async function mustSave(told: Told = globalThis.navigator as Told): Promise<boolean> {
  if (told.connection?.saveData) return true;
  const battery = await told.getBattery?.().catch(() => undefined);
  return battery !== undefined && !battery.charging && battery.level < lowBattery;
}
