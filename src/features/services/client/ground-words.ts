import { m } from '#i18n/generated/messages.js';

/** Reason for a map without tiles: none are configured, some failed to load, or the map itself failed. */
export type Ground = 'no_tiles' | 'outline' | 'failed';

const words: Record<Ground, () => string> = {
  no_tiles: () => m['services.map.no_tiles'](),
  outline: () => m['services.map.outline'](),
  failed: () => m['services.map.failed'](),
};

export function groundWords(ground: Ground): string {
  return words[ground]();
}
