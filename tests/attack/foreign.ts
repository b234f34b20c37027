import { callsWithIds, secret, unknown, withId } from '../../src/app/test-foreign-things.ts';
import { ask } from './asking.ts';
import { bodySchemaOf, sampleOf } from './samples.ts';
import type { Suite } from './run.ts';

/**
 * Tries ids of other people's private things in every path, query and body that takes an id, as everyone who may not
 * see them.
 */
export const foreign: Suite = {
  name: 'foreign',
  async attack({ place, until, random, tried, wrong }) {
    const { api, origins, people, server } = place;
    const stranger = await place.on.someone();
    const support = await server.signUp();
    const whos = { guest: null, stranger, another: support, provider: people.provider };
    const calls = callsWithIds(api).filter(
      ({ method, path }) => !(method === 'DELETE' && path === '/api/user') && !path.includes('/logout'),
    );
    const ids = [...Object.entries(place.foreign), ['nothing', unknown] as const];
    const tries = calls.flatMap((call) => {
      const inPath = /\{\w+\}/.test(call.path) ? ['path'] : [];
      const fields = [...inPath, ...call.query.map((name) => `?${name}`), ...call.body];
      return fields.flatMap((field) =>
        ids.flatMap(([kind, id]) => Object.keys(whos).map((who) => ({ call, field, kind, id, who }))),
      );
    });
    const orders = tries.map((each) => ({ each, at: random.below(2 ** 30) }));
    const queue = orders.toSorted((one, other) => other.at - one.at).map(({ each }) => each);
    const work = async () => {
      for (let each = queue.pop(); each && Date.now() < until; each = queue.pop()) {
        const { call, field, kind, id, who } = each;
        const as = whos[who as keyof typeof whos];
        const isBody = field !== 'path' && !field.startsWith('?');
        const schema = bodySchemaOf(api.paths?.[call.path]?.[call.method.toLowerCase()]);
        const path = call.path.replaceAll(/\{\w+\}/g, field === 'path' ? id : random.one(place.known));
        const sample = schema && sampleOf(schema, random);
        const body = isBody ? withId(sample, field, id) : sample;
        const answer = await ask(random.one(origins), {
          method: call.method,
          path: field.startsWith('?') ? `${path}?${field.slice(1)}=${id}` : path,
          headers: {
            'idempotency-key': crypto.randomUUID(),
            ...(as && { cookie: as.cookie }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        tried();
        const name = `${call.method} ${path} ${field} of ${kind}, as ${who}`;
        if (answer.status === 0 || answer.status >= 500)
          wrong(`${name}: ${answer.status} ${answer.body.slice(0, 200)}`);
        if (answer.body.includes(secret)) wrong(`${name}: tells what is somebody else's`);
      }
    };
    await Promise.all([work(), work(), work()]);
  },
};
