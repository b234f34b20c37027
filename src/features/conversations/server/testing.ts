import type { Person, TestServer } from '#app/testing.ts';
import { createService } from '#features/services/server/public.ts';
import type { Conversation, Inquiry, Message } from '../contract.ts';

/** Helpers for tests of conversations: services to ask about, and people who ask. */
export function talkingOn(server: TestServer) {
  async function offer(owner: Person, fields: { title?: string; state?: 'draft' | 'active' } = {}) {
    return server.runtime.db.transaction().execute((trx) =>
      createService(
        trx,
        owner,
        {
          state: 'active',
          serviceType: 'engineer',
          isIndividual: true,
          isFreeService: true,
          title: '기구 설계 상담',
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
          locations: [{ address: '서울 성동구', city: 'seoul', district: '', lat: 37.55, long: 127.05 }],
          ...fields,
        },
        [],
        new Date(),
      ),
    );
  }

  const ask = (as: Person | undefined, serviceId: string, payload: object) =>
    server.call('POST', '/api/inquiries', { ...(as && { as }), payload: { serviceId, ...payload } });

  async function inquire(
    as: Person,
    serviceId: string,
    text = '가능할까요?',
    clientId: string = crypto.randomUUID(),
  ): Promise<{ conversation: Conversation; message: Message }> {
    const answer = await ask(as, serviceId, { text, clientId });
    if (answer.statusCode !== 201) throw new Error(`the inquiry failed: ${answer.body}`);
    const { message, ...conversation } = answer.json<Inquiry>();
    return { conversation, message };
  }

  const say = (as: Person, conversationId: string, text: string, clientId: string = crypto.randomUUID()) =>
    server.call('POST', `/api/conversations/${conversationId}/messages`, {
      as,
      payload: { text, clientId },
    });

  /** Sends a message through the channel. */
  const sayInChannel = (as: Person | undefined, id: string, text: string, more: object = {}) =>
    server.call('POST', `/api/channels/${id}/messages`, { ...(as && { as }), payload: { text, ...more } });

  return { offer, ask, inquire, say, sayInChannel };
}
