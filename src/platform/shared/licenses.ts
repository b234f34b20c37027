/**
 * Summary of a licence in the few terms that people decide by. It is for orientation: the licence's own text
 * counts, and the page links to it.
 */
type Terms = {
  /** Commercial use is allowed. */
  commercial: boolean;
  /** Changes, and sharing the changed version, are allowed. */
  changes: boolean;
  /** Sharing requires attribution. */
  credit: boolean;
  /** Share-alike: derived work must have the same licence, as a whole or in its changed files only. */
  sameLicense: 'no' | 'files' | 'all';
  /** Address of the licence's text. */
  url: string | null;
};

const cc = (name: string) => `https://creativecommons.org/licenses/${name}/4.0/`;
const osi = (name: string) => `https://opensource.org/license/${name}`;
const free = { commercial: true, changes: true, credit: true, sameLicense: 'no' } as const;

/** Keys are SPDX identifiers, except for the last one, in the order of the form. */
export const licenseTerms = {
  'CC-BY-4.0': { ...free, url: cc('by') },
  'CC-BY-SA-4.0': { ...free, sameLicense: 'all', url: cc('by-sa') },
  'CC-BY-ND-4.0': { ...free, changes: false, url: cc('by-nd') },
  'CC-BY-NC-4.0': { ...free, commercial: false, url: cc('by-nc') },
  'CC-BY-NC-SA-4.0': { ...free, commercial: false, sameLicense: 'all', url: cc('by-nc-sa') },
  'CC-BY-NC-ND-4.0': { ...free, commercial: false, changes: false, url: cc('by-nc-nd') },
  'CC0-1.0': { ...free, credit: false, url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  MIT: { ...free, url: osi('mit') },
  'Apache-2.0': { ...free, url: osi('apache-2-0') },
  'BSD-3-Clause': { ...free, url: osi('bsd-3-clause') },
  '0BSD': { ...free, credit: false, url: osi('0bsd') },
  'GPL-3.0-only': { ...free, sameLicense: 'all', url: osi('gpl-3-0') },
  'GPL-3.0-or-later': { ...free, sameLicense: 'all', url: osi('gpl-3-0') },
  'LGPL-3.0-only': { ...free, sameLicense: 'files', url: osi('lgpl-3-0') },
  'AGPL-3.0-only': { ...free, sameLicense: 'all', url: osi('agpl-v3') },
  'MPL-2.0': { ...free, sameLicense: 'files', url: osi('mpl-2-0') },
  'CERN-OHL-P-2.0': { ...free, url: 'https://ohwr.org/cern_ohl_p_v2.txt' },
  'CERN-OHL-S-2.0': { ...free, sameLicense: 'all', url: 'https://ohwr.org/cern_ohl_s_v2.txt' },
  'CERN-OHL-W-2.0': { ...free, sameLicense: 'files', url: 'https://ohwr.org/cern_ohl_w_v2.txt' },
  'OFL-1.1': { ...free, sameLicense: 'all', url: 'https://openfontlicense.org/' },
  'all-rights-reserved': { commercial: false, changes: false, credit: true, sameLicense: 'no', url: null },
} as const satisfies Record<string, Terms>;

export type License = keyof typeof licenseTerms;
export const licenses = Object.keys(licenseTerms) as [License, ...License[]];

/** Returns the terms of a licence, or null for an unknown one. */
export function termsOf(license: string): Terms | null {
  return Object.hasOwn(licenseTerms, license) ? licenseTerms[license as License] : null;
}

export const licensed = ['content', 'code', 'hardware'] as const;
/** Answers to the questions that help to choose a licence. */
export type Wishes = {
  what: (typeof licensed)[number];
  /** True if others may share it at all. */
  share: boolean;
  commercial: boolean;
  changes: 'yes' | 'same_license' | 'no';
  credit: boolean;
};

/**
 * Returns the licence for these wishes. Open licences for code and hardware never forbid commercial use or
 * changes, so these wishes always lead to a Creative Commons licence.
 */
export function chooseLicense({ what, share, commercial, changes, credit }: Wishes): License {
  if (!share) return 'all-rights-reserved';
  if (!commercial) {
    if (changes === 'no') return 'CC-BY-NC-ND-4.0';
    return changes === 'yes' ? 'CC-BY-NC-4.0' : 'CC-BY-NC-SA-4.0';
  }
  if (changes === 'no') return 'CC-BY-ND-4.0';
  if (changes === 'same_license') {
    return ({ content: 'CC-BY-SA-4.0', code: 'GPL-3.0-or-later', hardware: 'CERN-OHL-S-2.0' } as const)[what];
  }
  if (!credit) return what === 'code' ? '0BSD' : 'CC0-1.0';
  return ({ content: 'CC-BY-4.0', code: 'MIT', hardware: 'CERN-OHL-P-2.0' } as const)[what];
}

/** Other licences under which something may be shared, according to the licence's text or its authors. */
const mayBecome: Partial<Record<License, readonly License[]>> = {
  'CC-BY-SA-4.0': ['GPL-3.0-only', 'GPL-3.0-or-later'],
  'GPL-3.0-or-later': ['GPL-3.0-only', 'AGPL-3.0-only'],
  'GPL-3.0-only': ['AGPL-3.0-only'],
};

export type RemixProblem = 'no_changes' | 'same_license' | 'not_commercial';

/** Returns the reason why a remix of something under `origin` cannot be shared under `license`, or null. */
export function remixProblem(origin: string, license: string): RemixProblem | null {
  const from = termsOf(origin);
  const to = termsOf(license);
  if (!from || !to) return null;
  if (!from.changes) return 'no_changes';
  const isSame = origin === license || mayBecome[origin as License]?.includes(license as License);
  if (from.sameLicense === 'all' && !isSame) return 'same_license';
  if (!from.commercial && to.commercial) return 'not_commercial';
  return null;
}

const phrases: readonly [RegExp, License][] = [
  [/CERN Open Hardware Licence Version 2 - Strongly Reciprocal|CERN-OHL-S/i, 'CERN-OHL-S-2.0'],
  [/CERN Open Hardware Licence Version 2 - Weakly Reciprocal|CERN-OHL-W/i, 'CERN-OHL-W-2.0'],
  [/CERN Open Hardware Licence Version 2 - Permissive|CERN-OHL-P/i, 'CERN-OHL-P-2.0'],
  [/GNU AFFERO GENERAL PUBLIC LICENSE/i, 'AGPL-3.0-only'],
  [/GNU LESSER GENERAL PUBLIC LICENSE Version 3/i, 'LGPL-3.0-only'],
  [/GNU GENERAL PUBLIC LICENSE Version 3/i, 'GPL-3.0-only'],
  [/Mozilla Public License,? (Version|v\.) ?2/i, 'MPL-2.0'],
  [/Apache License Version 2/i, 'Apache-2.0'],
  [/SIL OPEN FONT LICENSE/i, 'OFL-1.1'],
  [/CC0 1\.0|CC0-1\.0/i, 'CC0-1.0'],
  [/Attribution-NonCommercial-ShareAlike 4\.0/i, 'CC-BY-NC-SA-4.0'],
  [/Attribution-NonCommercial-NoDerivatives 4\.0/i, 'CC-BY-NC-ND-4.0'],
  [/Attribution-NonCommercial 4\.0/i, 'CC-BY-NC-4.0'],
  [/Attribution-ShareAlike 4\.0/i, 'CC-BY-SA-4.0'],
  [/Attribution-NoDerivatives 4\.0/i, 'CC-BY-ND-4.0'],
  [/Attribution 4\.0 International/i, 'CC-BY-4.0'],
  [/Zero-Clause BSD|BSD Zero Clause/i, '0BSD'],
  [/nor the names of (?:its|the|any) contributors/i, 'BSD-3-Clause'],
  [/Permission is hereby granted, free of charge/i, 'MIT'],
];

/**
 * Recognises a licence by words near the beginning that no other licence has; returns null for an unknown
 * text.
 */
export function recognizeLicense(text: string): License | null {
  const beginning = text.slice(0, 4000).replaceAll(/\s+/g, ' ');
  return phrases.find(([words]) => words.test(beginning))?.[1] ?? null;
}
