/** Why something is reported; the last one is told in words. */
export const reasons = [
  'copyright',
  'dangerous',
  'unlicensed',
  'spam',
  'sexual',
  'personal_data',
  'other',
] as const;
export type Reason = (typeof reasons)[number];

export const resolutions = ['dismiss', 'hide'] as const;
export type Resolution = (typeof resolutions)[number];

export const reportStates = ['open', 'dismissed', 'upheld'] as const;
export type ReportState = (typeof reportStates)[number];

/** What a resolution makes of an open report; one that is closed stays as it is. */
export function stateAfter(state: ReportState, resolution: Resolution): ReportState | null {
  if (state !== 'open') return null;
  return resolution === 'hide' ? 'upheld' : 'dismissed';
}

export const longestText = 2000;
/** How much of what is reported is kept with the report. */
export const excerptLength = 500;
