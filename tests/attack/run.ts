/** `npm run attack`: attacks the built server on this machine as an outsider would, and reports failures. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { build, orExplain } from '../../scripts/lib-prepare.mjs';
import { ask, randomOf, type Random } from './asking.ts';
import { foreign } from './foreign.ts';
import { guesses } from './guesses.ts';
import { hostile } from './hostile.ts';
import { openPlace, type Place } from './place.ts';
import { races } from './races.ts';
import { sockets } from './sockets.ts';
import { stalling } from './stalling.ts';

export type Attack = {
  place: Place;
  /** Deadline for suites that could send without end. */
  until: number;
  seed: number;
  random: Random;
  /** Counts a try. */
  tried(count?: number): void;
  /** Records a failure. */
  wrong(what: string): void;
};
export type Suite = { name: string; attack(attack: Attack): Promise<void> };

/** Hostile requests come last, because those of staff change the target. */
const suites: Suite[] = [guesses, races, stalling, sockets, foreign, hostile];
const maxTold = 20;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
const unknown = (values.only ?? []).filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0 || !(seconds > 0) || !Number.isSafeInteger(seed)) {
  console.error(
    `npm run attack -- [--only ${suites.map(({ name }) => name).join(' | ')}] [--seconds 60] [--seed 1]`,
  );
  process.exit(2);
}
await orExplain(() => build('Attack:'));
const place = await openPlace();
let hasFailed = false;
try {
  const lines: string[] = [];
  for (const suite of suites.filter(({ name }) => values.only?.includes(name) ?? true)) {
    const startedAt = Date.now();
    let tries = 0;
    const wrong: string[] = [];
    await suite
      .attack({
        place,
        until: startedAt + seconds * 1000,
        seed,
        random: randomOf(seed),
        tried: (count = 1) => (tries += count),
        wrong: (what) => wrong.push(what),
      })
      .catch((error: unknown) => wrong.push(String((error as Error).stack)));
    if (!place.isUp()) wrong.push(`a server has ended: ${place.errors()}`);
    for (const origin of place.origins)
      if ((await ask(origin, { method: 'GET', path: '/readyz' })).status !== 200)
        wrong.push(`${origin} is not ready afterwards`);
    await place.on.assertSound().catch((error: unknown) => wrong.push(String(error)));
    if (tries === 0) wrong.push('nothing was tried');
    hasFailed ||= wrong.length > 0;
    for (const what of wrong.slice(0, maxTold)) console.log(`${suite.name}: ${what}`);
    if (wrong.length > maxTold) console.log(`${suite.name}: and ${wrong.length - maxTold} more`);
    lines.push(
      `${wrong.length === 0 ? 'held  ' : 'FAILED'} ${suite.name.padEnd(9)} ${tries} tried, ${wrong.length} wrong, ${((Date.now() - startedAt) / 1000).toFixed(0)} s` +
        (wrong.length === 0
          ? ''
          : `; again: npm run attack -- --only ${suite.name} --seed ${seed} --seconds ${seconds}`),
    );
  }
  console.log(`\nseed ${seed}\n${lines.join('\n')}`);
} finally {
  await place.stop();
}
process.exit(hasFailed ? 1 : 0);
