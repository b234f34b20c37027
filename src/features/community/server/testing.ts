import type { InjectOptions } from 'fastify';
import type { Person, TestServer } from '#app/testing.ts';
import type { Channel, Message } from '../contract.ts';

/** Helpers for tests of channels. */
export function talkingOn(server: TestServer) {
  const { pool } = server.runtime;

  const ask = (
    as: Person | undefined,
    method: string,
    url: string,
    payload?: object,
    more: Partial<InjectOptions> = {},
  ) => server.call(method, url, { ...more, ...(as && { as }), ...(payload && { payload }) });

  const send = (as: Person | undefined, address: string, said: object | string, more = {}) =>
    ask(
      as,
      'POST',
      `/api/channels/${address}/messages`,
      typeof said === 'string' ? { text: said } : said,
      more,
    );

  async function say(as: Person, address: string, said: object | string): Promise<Message> {
    const answer = await send(as, address, said);
    if (answer.statusCode !== 201) throw new Error(`the message failed: ${answer.body}`);
    return answer.json<Message>();
  }

  async function read(as: Person | undefined, address: string, query = ''): Promise<Message[]> {
    const answer = await ask(as, 'GET', `/api/channels/${address}/messages${query}`);
    if (answer.statusCode !== 200) throw new Error(`the channel cannot be read: ${answer.body}`);
    return answer.json<Message[]>();
  }

  async function channelOf(as: Person | undefined, address: string, device = ''): Promise<Channel> {
    const answer = await ask(as, 'GET', `/api/channels/${address}?device=${device}`);
    if (answer.statusCode !== 200) throw new Error(`the channel cannot be read: ${answer.body}`);
    return answer.json<Channel>();
  }

  /** Creates an empty channel. */
  async function channel(admin: Person, fields: object = {}): Promise<Channel> {
    const slug = `room-${crypto.randomUUID().slice(0, 8)}`;
    const answer = await ask(admin, 'POST', '/api/channels', {
      name: '방',
      slug,
      reason: '시험',
      ...fields,
    });
    if (answer.statusCode !== 201) throw new Error(`there is no channel: ${answer.body}`);
    return answer.json<Channel>();
  }

  /** Creates a private channel of these people. */
  async function privateChannel(people: readonly Person[]): Promise<string> {
    const id = crypto.randomUUID();
    const names = JSON.stringify({ ko: '둘이', en: 'Two', ja: '二人' });
    await pool.query(
      `insert into channel (id, slug, kind, names, descriptions, position, created_at)
       values ($1, $2, 'support', $3, $3, 0, now())`,
      [id, id, names],
    );
    for (const person of people) {
      await pool.query(
        `insert into channel_member (channel_id, person_id, joined_at) values ($1, $2, clock_timestamp())`,
        [id, person.id],
      );
    }
    return id;
  }

  const restrict = (admin: Person, person: Person, fields: object) =>
    ask(admin, 'POST', '/api/sanctions', {
      username: person.username,
      kind: 'mute',
      reason: '도배',
      ...fields,
    });

  async function events(
    channelId: string,
  ): Promise<{ seq: number; type: string; data: Record<string, unknown> }[]> {
    const { rows } = await pool.query(
      `select seq, type, data from realtime_event where topic = $1 order by seq`,
      [`channel:${channelId}`],
    );
    return rows;
  }

  /** Returns the kinds of a person's notifications. */
  async function news(person: Person): Promise<string[]> {
    const { rows } = await pool.query<{ what: string }>(
      `select what from notification where person_id = $1 order by id`,
      [person.id],
    );
    return rows.map(({ what }) => what);
  }

  /** Returns a finished upload. */
  async function upload(owner: Person, name: string, bytes: Buffer): Promise<string> {
    const begun = await ask(owner, 'POST', '/api/uploads', undefined, {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      },
    });
    if (begun.statusCode !== 201) throw new Error(`the upload failed: ${begun.body}`);
    const url = String(begun.headers.location);
    const sent = await ask(owner, 'PATCH', new URL(url, 'http://gongbang.test').pathname, undefined, {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      payload: bytes,
    });
    if (sent.statusCode !== 204) throw new Error(`the upload failed: ${sent.body}`);
    return url.split('/').at(-1) ?? '';
  }

  return { ask, send, say, read, channelOf, channel, privateChannel, restrict, events, news, upload };
}
export type Talking = ReturnType<typeof talkingOn>;
