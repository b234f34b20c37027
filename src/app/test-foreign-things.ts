import type { Auctioning } from '#features/auctions/server/testing.ts';
import { talkingOn } from '#features/community/server/testing.ts';
import type { Person, TestServer } from './testing.ts';

/** Shared by tests about other people's things: finds the calls that take ids, and creates a private thing of every kind. */

export const secret = 'zqsecret';
/** A file whose text contains the secret. */
export const shape = Buffer.from(`solid ${secret}\nendsolid ${secret}\n`);
export const unknown = '01890000-0000-7000-8000-000000000000';
export type Schema = {
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
export type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content?: Record<string, { schema: Schema }> };
};

/** Ids that are not ours: chosen by callers, or keys of authenticators. */
const notOurs = /(^|\.)(clientId|commandId|rawId)$|^response\.id$/;

export function idFields(schema: Schema, path: string, found: Set<string>): void {
  for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    idFields(each, path, found);
  if ((schema.format === 'uuid' || /(^|\.)id$|(Id|Ids)$/.test(path)) && !schema.items && !notOurs.test(path))
    found.add(path);
  for (const [name, each] of Object.entries(schema.properties ?? {}))
    idFields(each, path === '' ? name : `${path}.${name}`, found);
  if (schema.items) idFields(schema.items, `${path}[]`, found);
}

/** Sets an id in a body by its path, as in `files[].uploadId`, in the first element of a list. */
export function withId(body: unknown, path: string, id: string): unknown {
  const [head = '', ...rest] = path.split('.');
  if (head === '') return id;
  const isList = head.endsWith('[]');
  const name = head.replace('[]', '');
  const object = (body ?? {}) as Record<string, unknown>;
  const before = isList ? (object[name] as unknown[] | undefined)?.[0] : object[name];
  const value = rest.length === 0 ? id : withId(before, rest.join('.'), id);
  return { ...object, [name]: isList ? [value] : value };
}

export type OpenApi = { paths?: Record<string, Record<string, Operation>> };
export type Call = { method: string; path: string; query: string[]; body: string[] };
export function callsWithIds({ paths }: OpenApi): Call[] {
  return Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [query, body] = [new Set<string>(), new Set<string>()];
      for (const each of operation.parameters ?? [])
        if (each.in === 'query') idFields(each.schema, each.name, query);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
        idFields(schema, '', body);
      return { method: method.toUpperCase(), path, query: [...query], body: [...body] };
    }),
  );
}

/** Creates something by a call and returns its id. */
export const making =
  (server: TestServer) =>
  async (as: Person, url: string, payload: object): Promise<string> => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await server.call('POST', url, { as, payload, headers });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ id: string }>().id;
  };

/** Creates private things and returns their ids by kind; the text of each contains `secret`. */
export async function makeForeignThings(
  server: TestServer,
  on: Auctioning,
): Promise<{
  foreign: Record<string, string>;
  owner: Person;
  other: Person;
  order: { id: string };
  room: string;
}> {
  const made = making(server);
  const talking = talkingOn(server);
  const { pool } = server.runtime;
  const [owner, other, leaver] = [await on.someone(), await on.someone(), await on.someone()];
  const title = `${secret} 물건`;
  const shared = {
    title,
    description: secret,
    category: 'hardware_design',
    downloadUrl: `https://example.com/${secret}`,
    assemblyInstructions: [{ title: secret, text: secret }],
  };
  const foreign: Record<string, string> = {};
  for (const state of ['draft', 'hidden', 'removed']) {
    const id = await made(owner, '/api/resources', shared);
    await pool.query('update resource set state = $2 where id = $1', [id, state]);
    foreign[`${state} resource`] = id;
  }
  for (const state of ['draft', 'paused', 'hidden', 'removed']) {
    const id = await on.offerService(owner, { title, price: 1000 });
    await pool.query('update service set state = $2 where id = $1', [id, state]);
    foreign[`${state} service`] = id;
  }
  const shownService = await on.offerService(owner, { title: '보이는 서비스', price: 1000 });
  const order = await on.order(other, shownService, {
    description: secret,
    files: [await on.upload(other, shape)],
  });
  await on.pay(other, order.id);
  const payments = await pool.query<{ id: string }>('select id from payment where subject_id = $1', [
    order.id,
  ]);
  foreign['order'] = order.id;
  foreign['payment'] = payments.rows[0]?.id ?? '';
  foreign['quote request'] = await made(other, '/api/quote-requests', {
    serviceIds: [shownService],
    title,
    description: secret,
  });
  foreign['conversation'] = await made(other, '/api/inquiries', { serviceId: shownService, text: secret });
  foreign['upload'] = await on.upload(owner, shape);
  foreign['tender draft'] = await made(owner, '/api/tenders', { title, serviceType: 'metalworking' });
  foreign['lot draft'] = await made(owner, '/api/auctions', { title });
  foreign['private collection'] = await made(owner, '/api/collections', { title, isPublic: false });
  foreign['saved search'] = await made(owner, '/api/user/searches', {
    kind: 'services',
    text: secret.slice(0, 60),
  });
  foreign['assistant conversation'] = await made(owner, '/api/assistant/conversations', {});
  foreign['support session'] = await made(owner, '/api/support-sessions', {
    problem: secret,
    language: 'ko',
  });
  const room = await talking.privateChannel([owner, other]);
  foreign['private channel'] = room;
  foreign['private message'] = (await talking.say(owner, room, secret)).id;
  const conversationMessages = await pool.query<{ id: string }>(
    'select id from channel_message where channel_id = $1 limit 1',
    [foreign['conversation']],
  );
  if (conversationMessages.rows[0]) foreign['inquiry message'] = conversationMessages.rows[0].id;
  const sessions = await server.call('GET', '/api/user/sessions', { as: owner });
  foreign['session'] = sessions.json<{ id: string }[]>()[0]?.id ?? '';
  // Hides public things, as for a person who leaves.
  foreign['resource of somebody who leaves'] = await made(leaver, '/api/resources', shared);
  foreign['service of somebody who leaves'] = await on.offerService(leaver, { title, price: 1000 });
  const left = await server.call('DELETE', '/api/user', {
    as: leaver,
    payload: { password: leaver.password },
  });
  if (left.statusCode >= 300) throw new Error(left.body);
  return { foreign, owner, other, order, room };
}
