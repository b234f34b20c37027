import { z } from 'zod';
import { unitSlots, type UnitSlot } from '../../shared/ad-slots.ts';
import { ConfigError, readerOf, type Environment } from './reading.ts';
import { commaSeparated, fakeOrigin } from './values.ts';

/** Google AdSense. */
export const adVariables = {
  ADSENSE_CLIENT: {
    schema: z.string().regex(/^ca-pub-\d{16}$/, 'needs ca-pub- and 16 digits'),
    default: '',
    about:
      'Publisher of Google AdSense, as `ca-pub-…`, for guests who allow it. Default: none; banners of the house and of sponsors alone are shown.',
  },
  ADSENSE_SLOTS: {
    schema: z.string().transform(readUnits),
    default: '',
    about:
      'Which ad units stand in which slots, as `content_end=1234567890, in_page=…`; names are `unitSlots` in `src/platform/shared/ad-slots.ts`.',
  },
  ADSENSE_TEST: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    about: '`on` asks AdSense for test ads, which nobody pays for.',
  },
  ADSENSE_FAKE_ORIGIN: fakeOrigin(
    'For tests: where `fakes/adsense.ts` stands in for AdSense. This machine only.',
  ),
} as const;

export function readAdsense(environment: Environment) {
  const { read, get } = readerOf(adVariables, environment);
  const client = read('ADSENSE_CLIENT');
  const units = read('ADSENSE_SLOTS');
  if (client === undefined) {
    if (units === undefined) return null;
    throw new ConfigError('Configuration: ADSENSE_SLOTS needs ADSENSE_CLIENT');
  }
  return {
    client,
    units: units ?? {},
    isTest: get('ADSENSE_TEST') === 'on',
    scriptOrigin: read('ADSENSE_FAKE_ORIGIN') ?? 'https://pagead2.googlesyndication.com',
  };
}

/** Parses slots with the ten digits of their ad units. */
function readUnits(text: string, context: z.RefinementCtx): Partial<Record<UnitSlot, string>> {
  const units: Partial<Record<UnitSlot, string>> = {};
  for (const part of commaSeparated(text)) {
    const [, name, id] = /^(\w+)\s*=\s*(\d{10})$/.exec(part) ?? [];
    const slot = unitSlots.find((each) => each === name);
    if (slot === undefined || id === undefined || units[slot] !== undefined) {
      context.addIssue({
        code: 'custom',
        message: `needs slots with the ten digits of their ad units, each once (see ${part.slice(0, 40)})`,
      });
      return z.NEVER;
    }
    units[slot] = id;
  }
  return units;
}
