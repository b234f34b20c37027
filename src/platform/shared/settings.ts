import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { inEachLanguage } from '#i18n/languages.ts';
import { adSlots } from './ad-slots.ts';
import type { Words } from './errors.ts';
import { formatMoney } from './money.ts';

/** Texts in all languages, or in none. */
const words = z.strictObject(inEachLanguage(() => z.string().trim().max(300)));

const won = z.int().min(1000).max(10_000_000);

/** Adds an issue at the field that it concerns. */
function refuse(context: z.core.$RefinementCtx, field: string, told: Words): void {
  context.addIssue({ code: 'custom', path: [field], params: { words: told } });
}

/**
 * Settings that staff change at run time, with their defaults. Everything else is configuration of the process: values
 * that could prevent a start, secrets, and limits that protect the machine.
 */
export const settingSchemas = {
  /** State of registration. When closed, existing people can still sign in. */
  registration: z.enum(['open', 'closed']),
  /** Announcement at the top of every page: planned maintenance, delayed payouts. Empty texts mean none. */
  notice: words.superRefine((notice, context) => {
    if (Object.values(notice).every((each) => each === '')) return;
    for (const [locale, each] of Object.entries(notice))
      if (each === '')
        refuse(context, locale, (reader) => m['settings.error.needs_all']({}, { locale: reader }));
  }),
  /** State of new sponsorships. When closed, existing ones continue. */
  sponsorship: z.enum(['open', 'closed']),
  /** Minimum amounts of the sponsor tiers, in won. */
  sponsorTiers: z
    .strictObject({ screw: won, gear: won, motor: won, bench: won })
    .superRefine((amounts, context) => {
      let least = 0;
      for (const [tier, amount] of Object.entries(amounts)) {
        const above = least;
        if (amount <= above)
          refuse(context, tier, (reader) =>
            m['settings.error.more_than']({ amount: formatMoney(above, 'KRW', reader) }, { locale: reader }),
          );
        least = amount;
      }
    }),
  /** Main switch of all ad slots. */
  ads: z.enum(['on', 'off']),
  /** Enabled slots; the room of ads limits how many of them a page shows. */
  adSlots: z
    .array(z.enum(adSlots))
    .max(adSlots.length)
    .refine((slots) => new Set(slots).size === slots.length, 'needs each slot once'),
};

export type SettingName = keyof typeof settingSchemas;
export type Settings = { [Name in SettingName]: z.output<(typeof settingSchemas)[Name]> };

export const standardSettings: Settings = {
  registration: 'open',
  notice: inEachLanguage(() => ''),
  sponsorship: 'open',
  sponsorTiers: { screw: 3000, gear: 10_000, motor: 30_000, bench: 100_000 },
  ads: 'on',
  adSlots: ['content_end', 'sidebar_bottom'],
};

export const settingNames = Object.keys(settingSchemas) as SettingName[];
