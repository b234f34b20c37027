import type { Person, TestServer } from '#app/testing.ts';
import type { Delivery } from '#features/services/contract.ts';
import { createService, type ServiceContent } from '#features/services/server/public.ts';
import type { RequestDetail, Thread } from '../contract.ts';
import type { ThreadAction } from '../negotiation.ts';

export { offerOf } from '../rules.ts';

/** Sent at no extra price, or picked up: what nobody offers without saying so. */
export const freePost: Delivery = { post: 0, freeFrom: null, pickup: true, carriers: [] };

/** Helpers for tests of negotiations: services to ask, files to hand over, and people's actions. */
export function negotiatingOn(server: TestServer) {
  const offerService = (owner: Person, fields: Partial<ServiceContent> = {}) =>
    server.runtime.db.transaction().execute((trx) =>
      createService(
        trx,
        owner,
        {
          state: 'active',
          serviceType: 'metalworking',
          isIndividual: true,
          isFreeService: false,
          title: '을지로 절곡',
          description: '',
          language: 'ko',
          translations: {},
          pricing: '',
          price: null,
          hourlyRate: null,
          pricePerUnit: null,
          availableHours: '',
          tags: [],
          contactPhone: '',
          contactEmail: '',
          printerModel: '',
          fileFormats: [],
          materials: [],
          specializations: [],
          productionItems: [],
          delivery: freePost,
          locations: [{ address: '서울 중구', city: 'seoul', district: '', lat: 37.56, long: 126.99 }],
          ...fields,
        },
        [],
        new Date(),
      ),
    );

  async function upload(as: Person, bytes: Uint8Array, name = '도면.stl'): Promise<string> {
    const answer = await server.call('POST', '/api/uploads', {
      as,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      payload: Buffer.from(bytes),
    });
    if (answer.statusCode !== 201) throw new Error(`the upload failed: ${answer.body}`);
    return String(answer.headers['location']).split('/').at(-1) ?? '';
  }

  const ask = (as: Person | undefined, serviceIds: readonly string[], fields: object = {}) =>
    server.call('POST', '/api/quote-requests', {
      ...(as && { as }),
      payload: { serviceIds, title: '브래킷', description: '2 mm 강판을 접어 주세요.', ...fields },
    });

  async function request(as: Person, serviceIds: readonly string[], fields: object = {}) {
    const answer = await ask(as, serviceIds, fields);
    if (answer.statusCode !== 201) throw new Error(`the request failed: ${answer.body}`);
    return answer.json<RequestDetail>();
  }

  const act = (as: Person | undefined, threadId: string, action: ThreadAction, payload: object) =>
    server.call('POST', `/api/quote-threads/${threadId}/${action}`, { ...(as && { as }), payload });

  /** Performs an action with a price, where one is needed, and the newest version; asserts success. */
  async function move(
    as: Person,
    before: Pick<Thread, 'id' | 'version'>,
    action: ThreadAction,
    terms: object = {},
  ): Promise<Thread> {
    const price = action === 'offer' || action === 'counter' ? { principal: 50_000, readyInDays: 3 } : {};
    const answer = await act(as, before.id, action, { version: before.version, ...price, ...terms });
    if (answer.statusCode !== 200) throw new Error(`${action} failed: ${answer.body}`);
    return answer.json<Thread>();
  }

  async function read(as: Person, id: string): Promise<RequestDetail> {
    const answer = await server.call('GET', `/api/quote-requests/${id}`, { as });
    if (answer.statusCode !== 200) throw new Error(`the request cannot be read: ${answer.body}`);
    return answer.json<RequestDetail>();
  }

  /** Shifts everything of a request by a number of days. */
  async function pass(id: string, days: number): Promise<void> {
    const interval = `${days} days`;
    const { pool } = server.runtime;
    await pool.query(
      `update quote_request set expires_at = expires_at - $2::interval, closed_at = closed_at - $2::interval where id = $1`,
      [id, interval],
    );
    await pool.query(
      `update quote_thread set expires_at = expires_at - $2::interval, remind_at = remind_at - $2::interval
        where request_id = $1`,
      [id, interval],
    );
  }

  return { offerService, upload, ask, request, act, move, read, pass };
}
