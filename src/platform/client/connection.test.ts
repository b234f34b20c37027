import { describe, expect, test } from 'vitest';
import { connectionQuality, mustSave } from './connection.ts';

describe('the connection is', () => {
  test.each([
    ['offline', { onLine: false, connection: { effectiveType: '4g' } }],
    ['slow', { onLine: true, connection: { effectiveType: '2g', downlink: 5 } }],
    ['slow', { onLine: true, connection: { effectiveType: 'slow-2g' } }],
    ['slow', { onLine: true, connection: { effectiveType: '4g', downlink: 0.49 } }],
    ['fast', { onLine: true, connection: { effectiveType: '4g', downlink: 0.5 } }],
    ['medium', { onLine: true, connection: { effectiveType: '3g', downlink: 1.5 } }],
    ['fast', { onLine: true, connection: { effectiveType: '4g', downlink: 10 } }],
    ['fast', { onLine: true }],
    ['fast', {}],
  ])('%s with %j', (quality, told) => {
    expect(connectionQuality(told)).toBe(quality);
  });
});

describe('preloading is reduced', () => {
  const battery = (level: number, charging: boolean) => ({ getBattery: async () => ({ level, charging }) });
  test.each([
    ['by whoever saves data', true, { connection: { saveData: true } }],
    ['below 15% of the battery', true, battery(0.14, false)],
    ['not while it charges', false, battery(0.14, true)],
    ['not at 15%', false, battery(0.15, false)],
    ['not where nothing is known', false, {}],
    ['not where the battery is nobody’s business', false, { getBattery: () => Promise.reject(new Error()) }],
  ])('%s', async (_, saves, told) => {
    expect(await mustSave(told)).toBe(saves);
  });
});
