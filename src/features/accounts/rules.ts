/** OWASP ASVS 6.2.1 asks for at least 8; longer than 128 only serves to keep the hash function busy. */
export const passwordLength = { min: 8, max: 128 } as const;

/** How long after a proof of who one is sensitive changes are open, in this session alone. */
export const proofMinutes = 10;

/** The texts of /terms and /privacy that hold now; whoever agreed to older ones is asked again. */
export const legalVersion = '2026-11-24';

export const consentKinds = ['terms', 'privacy', 'age_14', 'marketing', 'night_marketing'] as const;
export type ConsentKind = (typeof consentKinds)[number];

export const recoveryCodeCount = 10;

/** How a session began. */
export type SignInMethod = 'password' | 'passkey' | 'second_factor' | 'service';

/** How long a username that was given up is kept for its owner, and how many of them a person may have. */
export const usernameHeldDays = 90;
export const mostFormerUsernames = 3;

/** Squares that a person's picture is kept as. */
export const avatarWidths = [96, 320] as const;

export function avatarUrl(id: string | null, width: (typeof avatarWidths)[number] = 96): string | null {
  return id === null ? null : `/api/avatars/${id}/${width}.webp`;
}

export const usernameLength = { min: 3, max: 30 } as const;

/** Enough to catch a slip before anything is sent; the server decides. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}

export function isUsername(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9_.]*[a-z0-9])?$/i.test(text);
}

/**
 * Whether a session may change what guards the account: a password, a second factor or a passkey was shown in it within
 * the last minutes. A service of others counts only for those who have nothing of these.
 */
export function isProven(
  session: { method: SignInMethod; createdAt: Date },
  person: { hasOwnProof: boolean },
  now: Date,
): boolean {
  if (session.method === 'service' && person.hasOwnProof) return false;
  return now.getTime() - session.createdAt.getTime() < proofMinutes * 60_000;
}

/** How long a proof opens what guards money and the account itself. */
export const freshProofMinutes = 5;

/**
 * Whether a session shows anew who is there: by a proof, or a sign-in with a second factor or a passkey, and not only by having
 * signed in just now. Whoever has nothing to prove it with can only sign in.
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

/** Ways to sign in that would be left must be at least one. */
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

/** Browser and system by their own names; empty where the User-Agent does not say. */
export function deviceOf(userAgent: string): { browser: string; system: string } {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: named(browsers), system: named(systems) };
}

/** The network an address belongs to, coarse enough not to name a household: `203.0.113.*`. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.*`;
  if (!plain.includes(':')) return '';
  // Only what stands before the first gap: enough to tell one network from another.
  const groups = (plain.split('::')[0] ?? '').split(':').filter(Boolean).slice(0, 3);
  return `${groups.join(':')}::*`;
}

/** How long staff may look through somebody's eyes before they have to say again why. */
export const actingMinutes = 15;

/**
 * What staff see through somebody's eyes, by routes: what support is asked about. Neither messages nor addresses, bank accounts, sign-in
 * or notifications; whatever is not here they see as a guest, or not at all.
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
  // How many, and nothing of what they say: every page asks for it.
  '/api/user/notifications/unread',
  '/api/resources/:id',
  '/api/resources/:id/statistics',
  '/api/services/:id',
  // Of drafts too.
  '/api/images/:id/:name',
  '/api/service-images/:id/:name',
]);
