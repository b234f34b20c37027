import type { Person, TestServer } from '#app/testing.ts';
import type { TenderDetail } from '../contract.ts';

/** Helpers for tests of tenders: tenders in every state, bids, and passing time. */
export function tenderingOn(server: TestServer) {
  const { pool } = server.runtime;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

  const post = (as: Person | undefined, fields: object = {}, headers: object = {}) =>
    server.call('POST', '/api/tenders', {
      ...(as && { as }),
      headers: { ...headers },
      payload: {
        title: '알루미늄 브래킷 30개',
        description: '두께 2 mm 판을 직각으로 접어 주세요.',
        serviceType: 'metalworking',
        material: '알루미늄',
        quantity: 30,
        ceiling: 500_000,
        closesAt: inHours(24),
        place: { address: '서울 중구 을지로 123', lat: 37.566, long: 126.991 },
        ...fields,
      },
    });

  const act = (
    as: Person | undefined,
    id: string,
    action: string,
    payload: object = {},
    headers: object = {},
  ) =>
    server.call('POST', `/api/tenders/${id}/${action}`, {
      ...(as && { as }),
      payload,
      headers: { ...headers },
    });

  async function draft(as: Person, fields: object = {}): Promise<TenderDetail> {
    const answer = await post(as, fields);
    if (answer.statusCode !== 201) throw new Error(`the draft failed: ${answer.body}`);
    return answer.json<TenderDetail>();
  }

  async function open(as: Person, fields: object = {}): Promise<TenderDetail> {
    const { id, version } = await draft(as, fields);
    const answer = await act(as, id, 'publish', { version });
    if (answer.statusCode !== 200) throw new Error(`it was not published: ${answer.body}`);
    return answer.json<TenderDetail>();
  }

  async function bid(as: Person, id: string, serviceId: string, fields: object = {}): Promise<TenderDetail> {
    const answer = await act(as, id, 'bids', { serviceId, principal: 300_000, readyInDays: 5, ...fields });
    if (answer.statusCode !== 201) throw new Error(`the bid failed: ${answer.body}`);
    return answer.json<TenderDetail>();
  }

  async function read(as: Person | undefined, id: string): Promise<TenderDetail> {
    const answer = await server.call('GET', `/api/tenders/${id}`, { ...(as && { as }) });
    if (answer.statusCode !== 200) throw new Error(`the tender cannot be read: ${answer.body}`);
    return answer.json<TenderDetail>();
  }

  /** Shifts a tender by a number of hours. */
  async function pass(id: string, hours: number): Promise<void> {
    await pool.query(
      `update tender set closes_at = closes_at - $2::interval, choose_by = choose_by - $2::interval where id = $1`,
      [id, `${hours} hours`],
    );
  }

  return { inHours, post, act, draft, open, bid, read, pass };
}
