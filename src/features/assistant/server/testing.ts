import { cookieOf, type Person, type TestServer } from '#app/testing.ts';
import type { AnswerEvent, Conversation, Message } from '../contract.ts';

export const soldering = {
  title: '화분 물주기 모니터 보드',
  description: '흙의 수분을 재고, 마르면 작은 펌프를 돌리는 보드입니다. 5V 200mA 이하의 미니 펌프를 쓰세요.',
  category: 'hardware_design',
  assemblyInstructions: [
    {
      title: '저항과 다이오드',
      text: '낮은 부품부터 납땜합니다. D1의 띠가 5V 쪽을 향하는지 확인하세요.',
      minutes: 10,
      tools: ['인두', '니퍼'],
      warning: '인두 끝은 350°C예요. 환기를 하면서 납땜하세요.',
    },
    { title: 'LED와 트랜지스터', text: 'LED의 짧은 다리가 각진 패드로 갑니다.', minutes: 6 },
    { title: '배터리 연결', text: '7.4V 리튬 배터리를 단자에 연결합니다. 빨간 선이 플러스입니다.' },
  ],
  details: {
    billOfMaterials: [
      { name: '저항 10k (R1, R2)', quantity: 2, partNumber: 'CFR-25JB' },
      { name: '다이오드 1N4007 (D1)', quantity: 1, substitute: '1N4001' },
      { name: 'LED 주황 (LED1)', quantity: 1 },
    ],
  },
};

/** Helpers for tests of the assistant. A guest is a browser with a cookie jar. */
export function assistantOn(server: TestServer) {
  type Who = Person | { cookie: string } | undefined;
  const call = (method: string, url: string, as: Who, payload?: object) =>
    server.call(method, url, {
      ...(payload && { payload }),
      ...(as && { headers: { cookie: as.cookie } }),
    });

  return {
    async publish(owner: Person, fields: object = {}): Promise<string> {
      const answer = await server.call('POST', '/api/resources', {
        as: owner,
        payload: { ...soldering, ...fields },
      });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<{ id: string }>().id;
    },
    /** Without `as` a guest begins, whose cookie is returned. */
    async begin(input: object, as?: Who): Promise<Conversation & { cookie: string }> {
      const answer = await call('POST', '/api/assistant/conversations', as, input);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return { ...answer.json<Conversation>(), cookie: as?.cookie ?? cookieOf(answer.headers['set-cookie']) };
    },
    call,
    async ask(
      conversation: { id: string },
      as: Who,
      input: string | { text: string; clientId?: string; step?: number; mode?: 'retrieval' },
    ): Promise<{ events: AnswerEvent[]; message: Message }> {
      const answer = await call(
        'POST',
        `/api/assistant/conversations/${conversation.id}/messages`,
        as,
        typeof input === 'string' ? { text: input } : input,
      );
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const events = eventsOf(answer.body);
      const last = events.at(-1);
      if (last?.event !== 'done') throw new Error(`an answer without an end: ${answer.body}`);
      return { events, message: last.data.message };
    },
  };
}

export function eventsOf(text: string): AnswerEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [name = '', data = ''] = block.split('\ndata: ');
      return { event: name.slice('event: '.length), data: JSON.parse(data) } as AnswerEvent;
    });
}
