import { expect, test } from 'vitest';
import { decideMail, endOfNight, isNight } from './rules.ts';

test.each([
  ['2026-01-01T11:59:59Z', false],
  ['2026-01-01T12:00:00Z', true],
  ['2026-01-01T15:00:00Z', true],
  ['2026-01-01T22:59:59Z', true],
  ['2026-01-01T23:00:00Z', false],
])('night in Korea at %s: %j', (time, night) => {
  expect(isNight(new Date(time))).toBe(night);
});

test.each([
  ['2026-01-01T12:00:00Z', '2026-01-01T23:00:00.000Z'],
  ['2026-01-01T22:59:59Z', '2026-01-01T23:00:00.000Z'],
])('the night of %s ends at %s', (time, end) => {
  expect(endOfNight(new Date(time)).toISOString()).toBe(end);
});

const day = new Date('2026-01-01T03:00:00Z');
const night = new Date('2026-01-01T15:00:00Z');
const person = { muted: false, marketing: false, nightMarketing: false, confirmed: true, leaving: false };
test.each([
  ['account', person, night, 'send'],
  ['account', { ...person, muted: true }, day, 'drop'],
  ['news', person, day, 'drop'],
  ['news', { ...person, marketing: true }, day, 'send'],
  ['news', { ...person, marketing: true }, night, 'wait'],
  ['news', { ...person, marketing: true, nightMarketing: true }, night, 'send'],
  ['news', { ...person, muted: true, marketing: true }, day, 'drop'],
  ['news', { ...person, marketing: true, confirmed: false }, day, 'drop'],
  ['news', { ...person, marketing: true, leaving: true }, day, 'drop'],
  ['account', { ...person, confirmed: false, leaving: true }, day, 'send'],
  ['recalls', { ...person, muted: true }, day, 'drop'],
  ['recalls', { ...person, muted: true, isEssential: true }, night, 'send'],
] as const)('a mail of %s to %j at %s: %s', (kind, who, now, decision) => {
  expect(decideMail(kind, who, now)).toBe(decision);
});
