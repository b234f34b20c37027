import { expect, test } from 'vitest';
import { endOfKoreanDay, koreanDay, koreanMoment } from './korean-time.ts';

test('days end at midnight in Korea', () => {
  expect(koreanDay(new Date('2026-12-24T14:59:59.999Z'))).toBe('2026-12-24');
  expect(koreanDay(new Date('2026-12-24T15:00:00.000Z'))).toBe('2026-12-25');
  expect(endOfKoreanDay('2026-12-24')).toBe('2026-12-24T15:00:00.000Z');
});

test('our fixed offset matches the official time zone of Korea', () => {
  const korea = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Seoul',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  for (const iso of ['1999-07-01T00:00:00.000Z', '2026-11-26T06:04:05.999Z', '2026-12-31T15:00:00.000Z'])
    expect(koreanMoment(iso)).toBe(korea.format(new Date(iso)));
  expect(koreanMoment('2026-11-26T06:04:05.000Z')).toBe('2026-11-26 15:04:05');
});
