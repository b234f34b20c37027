/** OWASP ASVS 6.2.1 requires at least 8; passwords longer than 128 would only keep the hash function busy. */
export const passwordLength = { min: 8, max: 128 } as const;

/** Time after a proof of identity in which its session may make sensitive changes. */
export const proofMinutes = 10;

/**
 * Returns whether somebody has to agree to the legal texts: for the first time, or again because those that they
 * agreed to are older than the ones that ask for consent. Only the second holds up what they do next: who has never
 * been asked is asked on their own pages. Versions are days.
 */
export function consentState(
  agreed: string | null,
  required: string,
): { consentsDue: boolean; mustAgreeAgain: boolean } {
  const isOld = agreed !== null && agreed < required;
  return { consentsDue: agreed === null || isOld, mustAgreeAgain: isOld };
}

export const consentKinds = ['terms', 'privacy', 'age_14', 'marketing', 'night_marketing'] as const;
export type ConsentKind = (typeof consentKinds)[number];

export const recoveryCodeCount = 10;

/** Method by which a session began. */
export type SignInMethod = 'password' | 'passkey' | 'second_factor' | 'service';

/**
 * Time for which a former username is reserved for its owner, and the maximum number of reserved names per
 * person.
 */
export const usernameHeldDays = 90;
export const maxFormerUsernames = 3;

/** Widths of the stored squares of an avatar. */
export const avatarWidths = [96, 320] as const;

export function avatarUrl(id: string | null, width: (typeof avatarWidths)[number] = 96): string | null {
  return id === null ? null : `/api/avatars/${id}/${width}.webp`;
}

export const usernameLength = { min: 3, max: 30 } as const;

/** Catches typing mistakes before a request; the server decides. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}

export function isUsername(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9_.]*[a-z0-9])?$/i.test(text);
}

/**
 * Returns true if a session may change how the account is protected: a password, a second factor or a passkey
 * was shown in it within the last minutes. An external service counts only for people who have none of these.
 */
export function isProven(
  session: { method: SignInMethod; createdAt: Date },
  person: { hasOwnProof: boolean },
  now: Date,
): boolean {
  if (session.method === 'service' && person.hasOwnProof) return false;
  return now.getTime() - session.createdAt.getTime() < proofMinutes * 60_000;
}

/** Time after a proof in which a session may change payouts and the account itself. */
export const freshProofMinutes = 5;

/**
 * Returns true if the session has a fresh proof of identity, by a proof or by a sign-in with a second factor
 * or a passkey. A mere sign-in counts only for people who have nothing else to prove it with.
 */
export function isFreshlyProven(
  session: { method: SignInMethod; createdAt: Date; isProof: boolean },
  person: { hasOwnProof: boolean },
  now: Date,
): boolean {
  const isStrong = session.isProof || session.method === 'passkey' || session.method === 'second_factor';
  return (
    isProven(session, person, now) &&
    (isStrong || !person.hasOwnProof) &&
    now.getTime() - session.createdAt.getTime() < freshProofMinutes * 60_000
  );
}

/** At least one sign-in method must remain. */
export function mayRemoveWayIn(ways: { password: boolean; passkeys: number; services: number }): boolean {
  return Number(ways.password) + ways.passkeys + ways.services > 1;
}

const browsers: [RegExp, string][] = [
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(/, 'NAVER'],
  [/\bLine\//, 'LINE'],
  [/Whale\//, 'Whale'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Version\/[\d.]+ (?:Mobile(?:\/\w+)? )?Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns the names of browser and system; empty if the User-Agent does not contain them. */
export function deviceOf(userAgent: string): { browser: string; system: string } {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: named(browsers), system: named(systems) };
}

/** Returns the network of an address, coarse enough not to identify a household: `203.0.113.*`. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.*`;
  if (!plain.includes(':')) return '';
  // Use only the groups before the first gap, which are enough to distinguish networks.
  const groups = (plain.split('::')[0] ?? '').split(':').filter(Boolean).slice(0, 3);
  return `${groups.join(':')}::*`;
}

/** Time for which staff may view the site as someone else before they must give a reason again. */
export const actingMinutes = 15;

/**
 * Routes that staff can read as someone else: subjects of support requests. Messages, postal addresses, bank
 * accounts, sign-in and notifications are excluded; any other route is served as to a guest, or refused.
 */
export const actingReads: ReadonlySet<string> = new Set([
  '/api/user',
  '/api/user/profile',
  '/api/user/resources',
  '/api/user/services',
  '/api/user/orders',
  '/api/user/auctions',
  '/api/user/tenders',
  '/api/user/quotes',
  '/api/user/collections',
  '/api/user/following',
  // Only the number, which every page requests.
  '/api/user/notifications/unread',
  '/api/resources/:id',
  '/api/resources/:id/statistics',
  '/api/services/:id',
  // Includes pictures of drafts.
  '/api/images/:id/:name',
  '/api/service-images/:id/:name',
]);
