import { m } from '#i18n/generated/messages.js';
import type { CallState, News } from './call.ts';
import type { DeviceKind, DeviceProblem } from './devices.ts';
import type { Way } from './session.ts';

const deviceNames: Record<DeviceKind, () => string> = {
  microphone: () => m['calls.device.microphone'](),
  camera: () => m['calls.device.camera'](),
  screen: () => m['calls.device.screen'](),
};

const problemTitles: Record<DeviceProblem, (device: string) => string> = {
  denied: (device) => m['calls.problem.denied.title']({ device }),
  missing: (device) => m['calls.problem.missing.title']({ device }),
  busy: (device) => m['calls.problem.busy.title']({ device }),
  unplugged: (device) => m['calls.problem.unplugged.title']({ device }),
  insecure: () => m['calls.problem.insecure.title'](),
  failed: (device) => m['calls.problem.failed.title']({ device }),
};
const problemTexts: Record<DeviceProblem, () => string> = {
  denied: () => m['calls.problem.denied.text'](),
  missing: () => m['calls.problem.missing.text'](),
  busy: () => m['calls.problem.busy.text'](),
  unplugged: () => m['calls.problem.unplugged.text'](),
  insecure: () => m['calls.problem.insecure.text'](),
  failed: () => m['calls.problem.failed.text'](),
};

/** Describes the problem of a device with its remedy. */
export function problemWords({ device, problem }: { device: DeviceKind; problem: DeviceProblem }) {
  return { title: problemTitles[problem](deviceNames[device]()), text: problemTexts[problem]() };
}

/** Describes the latest event for screen readers. */
export function newsWords(news: News): string {
  switch (news.kind) {
    case 'joined':
      return m['calls.news.joined']({ name: news.name });
    case 'left':
      return m['calls.news.left']({ name: news.name });
    case 'removed':
      return m['calls.news.removed']({ name: news.name });
    case 'hand':
      return m['calls.news.hand']({ name: news.name });
    case 'model':
      return m['calls.news.model']({ name: news.name });
    case 'sharing':
      return m['calls.news.sharing']({ name: news.name });
    case 'back':
      return m['calls.news.back']();
    case 'lost':
      return m['calls.news.lost']();
  }
}

/** Describes a refusal: with the server's message from the API, or by its code from the connection. */
export function refusalWords({ code, told }: NonNullable<CallState['refusal']>): string {
  if (told !== '') return told;
  const known: Record<string, () => string> = {
    too_many_for_video: () => m['calls.error.too_many_for_video'](),
    stage_taken: () => m['calls.error.stage_taken'](),
    no_stage: () => m['calls.error.no_stage'](),
    person_gone: () => m['calls.error.person_gone'](),
    no_model: () => m['calls.error.no_model'](),
    too_many_marks: () => m['calls.error.too_many_marks'](),
    not_in_call: () => m['calls.error.not_in_call'](),
  };
  return known[code]?.() ?? m['calls.page.failed']();
}

const qualityNames: Record<Way['quality'], () => string> = {
  good: () => m['calls.quality.good'](),
  fair: () => m['calls.quality.fair'](),
  poor: () => m['calls.quality.poor'](),
};

export function wayWords({ state, quality, roundTripMs, lost }: Way): string {
  if (state === 'connecting') return m['calls.way.connecting']();
  if (state === 'reconnecting') return m['calls.way.reconnecting']();
  if (state === 'failed') return m['calls.way.failed']();
  if (roundTripMs === null) return qualityNames[quality]();
  return m['calls.way.measured']({
    quality: qualityNames[quality](),
    ms: Math.round(roundTripMs),
    lost: (lost * 100).toFixed(lost === 0 ? 0 : 1),
  });
}
