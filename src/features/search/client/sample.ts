import type { SearchStatistics } from '../contract.ts';

const dayMs = 24 * 60 * 60 * 1000;
const shown = 30;

/** Returns made-up figures for a preview of the page; the same ones all day. */
export function sampleStatistics(now: Date): SearchStatistics {
  const timeline = Array.from({ length: shown }, (_, index) => {
    const date = new Date(now.getTime() - (shown - 1 - index) * dayMs);
    // More searches at weekends, and a growth from week to week.
    const isWeekend = [0, 6].includes(date.getUTCDay());
    return {
      day: date.toISOString().slice(0, 10),
      count: 180 + index * 6 + (isWeekend ? 90 : 0) + ((index * 37) % 40),
      averageMs: 9 + ((index * 13) % 7),
    };
  });
  const totalQueries = timeline.reduce((sum, { count }) => sum + count, 0);
  const cacheHits = Math.round(totalQueries * 0.62);
  const korean = Math.round(totalQueries * 0.7);
  const english = Math.round(totalQueries * 0.2);
  const figures = (count: number, averageMs: number) => ({
    count,
    cacheHits: Math.round(count * 0.62),
    averageMs,
    minMs: 0,
    maxMs: averageMs * 9,
  });
  return {
    totalQueries,
    cacheHits,
    cacheMisses: totalQueries - cacheHits,
    hitRate: cacheHits / totalQueries,
    languages: [
      { language: 'ko', ...figures(korean, 12) },
      { language: 'en', ...figures(english, 10) },
      { language: 'ja', ...figures(totalQueries - korean - english, 14) },
    ],
    kinds: [
      { kind: 'resources', ...figures(totalQueries - english, 12) },
      { kind: 'services', ...figures(english, 11) },
    ],
    averageMs: 11.8,
    minMs: 0,
    maxMs: 126,
    popular: [
      '드론',
      '화분',
      'ESP32',
      '기어',
      '거치대',
      '3D 프린터',
      '키보드',
      'ランプ',
      'drone frame',
      '로봇 팔',
    ].map((term, index) => ({ term, kind: 'resources' as const, count: Math.round(640 / (index + 1.4)) })),
    zeroResults: [],
    timeline,
    updatedAt: now.toISOString(),
  };
}
