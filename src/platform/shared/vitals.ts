/** Browser metrics with their thresholds for slow, in milliseconds (docs/product.md, "Timings"). */
export const slowAfterMs = {
  api_request: 1000,
  rendering: 50,
  route_change: 300,
  user_interaction: 100,
} as const;

/** The web's own vital signs; all in milliseconds except `cls`, which has no unit. */
export const webVitals = ['ttfb', 'fcp', 'lcp', 'inp', 'cls'] as const;

export type VitalName = keyof typeof slowAfterMs | (typeof webVitals)[number];
export type VitalSample = { name: VitalName; value: number };

export const maxSamples = 50;
export const vitalsPath = '/api/vitals';
