import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/words.ts';
import type { Sanction, StaffChannel } from './contract.ts';
import type { publicKinds } from './rules.ts';

export const kindNames: Record<(typeof publicKinds)[number], Words> = {
  announcements: m['community.staff.kinds.announcements'],
  introductions: m['community.staff.kinds.introductions'],
  questions: m['community.staff.kinds.questions'],
  text: m['community.staff.kinds.text'],
  voice: m['community.staff.kinds.voice'],
};

export const stateNames: Record<StaffChannel['state'], Words> = {
  open: m['community.staff.open'],
  archived: m['community.staff.archived'],
};

export const sanctionNames: Record<Sanction['kind'], Words> = {
  mute: m['community.staff.mute'],
  ban: m['community.staff.ban'],
};
