import { m } from '#i18n/generated/messages.js';

/** What a map does without: tiles that nobody has configured, tiles that did not come, or all of it. */
export type Ground = 'no_tiles' | 'outline' | 'failed';

const words: Record<Ground, () => string> = {
  no_tiles: () => m['services.map.no_tiles'](),
  outline: () => m['services.map.outline'](),
  failed: () => m['services.map.failed'](),
};

export function groundWords(ground: Ground): string {
  return words[ground]();
}
