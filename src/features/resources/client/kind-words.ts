import { m } from '#i18n/generated/messages.js';
import { isPlatform, type Platform } from '../software.ts';
import type { PrintProfile } from '../contract.ts';
import { formatCount } from './words.ts';

export type PrintFieldName = Exclude<keyof PrintProfile, 'name' | 'supports' | 'files'>;

/** Labels of print settings, in the order in which slicers ask for them. */
export const printFields: Record<
  PrintFieldName,
  { label(): string; told(value: number): string; isText?: true }
> = {
  material: { label: () => m['resources.detail.material'](), isText: true, told: String },
  printer: { label: () => m['resources.print.printer'](), isText: true, told: String },
  layerHeightMm: {
    label: () => m['resources.print.layer_height_mm'](),
    told: (value) => `${formatCount(value)} mm`,
  },
  nozzleMm: { label: () => m['resources.print.nozzle_mm'](), told: (value) => `${formatCount(value)} mm` },
  walls: { label: () => m['resources.print.walls'](), told: formatCount },
  infillPercent: {
    label: () => m['resources.print.infill_percent'](),
    told: (value) => `${formatCount(value)}%`,
  },
  nozzleCelsius: {
    label: () => m['resources.print.nozzle_celsius'](),
    told: (value) => `${formatCount(value)} °C`,
  },
  bedCelsius: {
    label: () => m['resources.print.bed_celsius'](),
    told: (value) => `${formatCount(value)} °C`,
  },
  minutes: { label: () => m['resources.print.minutes'](), told: (value) => formatMinutes(value) },
  grams: { label: () => m['resources.print.grams'](), told: (value) => `${formatCount(value)} g` },
};

/** Removes the unit from a label: forms show it in the label, other texts next to the value. */
export function withoutUnit(label: string): string {
  return label.replace(/[(（][^()（）]*[)）]$/, '').trimEnd();
}

/** Formats a duration in the reader's language, such as "2 hr 10 min". */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = Math.round(minutes % 60);
  if (hours === 0) return m['resources.detail.minutes']({ count: formatCount(rest) });
  return rest === 0
    ? m['resources.steps.hours']({ hours: formatCount(hours) })
    : m['resources.steps.hours_minutes']({ hours: formatCount(hours), minutes: formatCount(rest) });
}

const platformNames: Record<Platform, () => string> = {
  windows: () => 'Windows',
  macos: () => 'macOS',
  linux: () => 'Linux',
  android: () => 'Android',
  ios: () => 'iOS',
  web: () => m['resources.software.web'](),
};

/** Returns the name of a known platform, or the author's own word for another one. */
export function platformName(platform: string): string {
  return isPlatform(platform) ? platformNames[platform]() : platform;
}
