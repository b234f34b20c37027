import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { connectTo, type TestClient } from '#platform/server/test-realtime.ts';
import type { Db } from '#platform/server/db.ts';
import type { Person, TestServer } from '#app/testing.ts';
import type { TopicEvent } from '#platform/shared/realtime.ts';
import type { Joined, MessageType } from '../contract.ts';
import type { GetJoinable } from './queries.ts';

/** Creates channels that all processes of a test share: open to signed-in people, or to named ones. */
export async function prepareChannels(db: Db): Promise<void> {
  await sql`create table if not exists test_channel
    (id uuid primary key, slug text not null unique, name text not null, members uuid[], moderators uuid[] not null)`.execute(
    db,
  );
}

export const channelsOf =
  (db: Db): GetJoinable =>
  async (actor, channel) => {
    const { rows } = await sql<{
      id: string;
      slug: string;
      name: string;
      members: string[] | null;
      moderators: string[];
    }>`select * from test_channel where id::text = ${channel} or slug = ${channel}`.execute(db);
    const [found] = rows;
    if (!found) return null;
    const { members, moderators, ...named } = found;
    const isMember = actor !== null && (members?.includes(actor.id) ?? true);
    if (members !== null && !isMember) return null;
    return { ...named, mayJoin: isMember, mayModerate: actor !== null && moderators.includes(actor.id) };
  };

/** Helpers for tests of calls: channels, participants and their events. */
export function callingOn(server: TestServer) {
  const { db } = server.runtime;

  async function channel(
    options: {
      members?: readonly Person[] | null;
      moderators?: readonly Person[];
      slug?: string;
      /** Id of a community channel. */
      id?: string;
    } = {},
  ): Promise<string> {
    const id = options.id ?? randomUUID();
    const members = options.members?.map((member) => member.id) ?? null;
    const moderators = options.moderators?.map((moderator) => moderator.id) ?? [];
    await sql`insert into test_channel values (${id}, ${options.slug ?? id}, '음성방', ${members}::uuid[], ${moderators}::uuid[])`.execute(
      db,
    );
    return id;
  }

  async function enter(as: Person, channelId: string, input: object = {}): Promise<Joined> {
    const answer = await server.call('POST', `/api/calls/${channelId}/join`, { as, payload: input });
    if (answer.statusCode !== 201) throw new Error(`nobody came in: ${answer.body}`);
    return answer.json<Joined>();
  }

  async function linkTo(as: Person, channelId: string): Promise<string> {
    const answer = await server.call('POST', `/api/calls/${channelId}/links`, { as });
    if (answer.statusCode !== 201) throw new Error(`there is no link: ${answer.body}`);
    return answer.json<{ path: string }>().path.replace('/call/', '');
  }

  return { channel, enter, linkTo };
}

/** Opens a participant's connection: follows their topic and sends messages. */
export async function sitDown(origin: string, seat: Joined, as?: Person) {
  const client: TestClient = connectTo(origin, as ? { cookie: as.cookie } : {});
  const topic = `peer:${seat.key}`;
  const answer = await client.subscribe(topic, seat.seq);
  if (!('ok' in answer)) throw new Error(`the topic is closed: ${JSON.stringify(answer)}`);
  return {
    client,
    topic,
    send: (type: MessageType, data: object = {}) =>
      client.socket.timeout(15_000).emitWithAck('send', { topic, type, data }) as Promise<
        { ok: true } | { code: string }
      >,
    heard: (type: string): TopicEvent['data'][] =>
      client.events.flatMap((event) => (event.type === type ? [event.data] : [])),
    close: () => client.close(),
  };
}
export type Sitting = Awaited<ReturnType<typeof sitDown>>;
