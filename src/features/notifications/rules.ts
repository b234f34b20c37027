export const notificationKinds = [
  'account',
  'orders',
  'auctions',
  'messages',
  'social',
  'follows',
  'versions',
  'recalls',
  'wanted',
  'searches',
  'news',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Night hours of Korea's law on advertising (정보통신망법 제50조): 21:00 to 08:00. */
const nightBegins = 21;
const nightEnds = 8;
const koreanOffsetMs = 9 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

export function isNight(now: Date): boolean {
  const hour = new Date(now.getTime() + koreanOffsetMs).getUTCHours();
  return hour >= nightBegins || hour < nightEnds;
}

/** Returns the next 08:00 in Korea. */
export function endOfNight(now: Date): Date {
  const korean = now.getTime() + koreanOffsetMs;
  const morning = Math.floor(korean / dayMs) * dayMs + nightEnds * 60 * 60_000;
  return new Date((morning > korean ? morning : morning + dayMs) - koreanOffsetMs);
}

/**
 * Decides about a mail now: marketing needs consent, and at night a separate one. Consent counts only for a confirmed
 * address, because an unconfirmed mailbox may belong to somebody else.
 */
export function decideMail(
  kind: NotificationKind,
  person: {
    muted: boolean;
    marketing: boolean;
    nightMarketing: boolean;
    confirmed: boolean;
    leaving: boolean;
    /** A warning about something that can hurt: it is sent to those who want no mail of its kind, too. */
    isEssential?: boolean;
  },
  now: Date,
): 'send' | 'wait' | 'drop' {
  if (person.muted && person.isEssential !== true) return 'drop';
  if (kind !== 'news') return 'send';
  if (!person.marketing || !person.confirmed || person.leaving) return 'drop';
  return isNight(now) && !person.nightMarketing ? 'wait' : 'send';
}
