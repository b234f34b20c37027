import type { Person, TestServer } from '#app/testing.ts';
import type { Session, SessionRequest, Volunteer, Waiting } from '../contract.ts';
import type { SessionEvent } from '../rules.ts';

/** Helpers for tests of support sessions: guides, volunteers, and askers. */
export function helpingOn(server: TestServer) {
  const ask = (as: Person | undefined, method: string, url: string, payload?: object) =>
    server.call(method, url, { ...(as && { as }), ...(payload && { payload }) });

  async function ok<Body>(
    as: Person | undefined,
    method: string,
    url: string,
    payload?: object,
  ): Promise<Body> {
    const answer = await ask(as, method, url, payload);
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} failed: ${answer.body}`);
    return (answer.body === '' ? null : answer.json()) as Body;
  }

  /** Publishes a resource with a guide of three steps. */
  async function guide(owner: Person): Promise<string> {
    const { id } = await ok<{ id: string }>(owner, 'POST', '/api/resources', {
      title: '로봇 팔',
      category: 'hardware_design',
      downloadUrl: 'https://example.com/arm',
      assemblyInstructions: ['밑판', '어깨', '손목'].map((title) => ({
        title,
        text: `${title}을 조립해요.`,
      })),
    });
    return id;
  }

  async function volunteer(fields: object = {}, hours = 2): Promise<Person> {
    const person = await server.signUp();
    await offer(person, fields, hours);
    return person;
  }

  async function offer(person: Person, fields: object = {}, hours = 2): Promise<Volunteer> {
    await ok(person, 'PUT', '/api/user/volunteer', { languages: ['ko'], ...fields });
    return ok<Volunteer>(person, 'PUT', '/api/user/volunteer/availability', { hours });
  }

  const open = (as: Person | undefined, fields: Partial<SessionRequest> = {}) =>
    ask(as, 'POST', '/api/support-sessions', { problem: '어깨가 안 끼워져요.', language: 'ko', ...fields });

  async function opened(as: Person, fields: Partial<SessionRequest> = {}): Promise<Session> {
    const answer = await open(as, fields);
    if (answer.statusCode !== 201) throw new Error(`the session failed: ${answer.body}`);
    return answer.json<Session>();
  }

  const act = (as: Person | undefined, id: string, event: SessionEvent) =>
    ask(as, 'POST', `/api/support-sessions/${id}/events`, { event });

  async function acted(as: Person, id: string, event: SessionEvent): Promise<Session | null> {
    return ok<Session | null>(as, 'POST', `/api/support-sessions/${id}/events`, { event });
  }

  const read = (as: Person | undefined, id: string) => ask(as, 'GET', `/api/support-sessions/${id}`);
  const seen = (as: Person, id: string) => ok<Session>(as, 'GET', `/api/support-sessions/${id}`);
  const queue = (as: Person) => ok<Waiting[]>(as, 'GET', '/api/user/support-queue');

  /** Opens a session that a volunteer has taken; returns both. */
  async function taken(asker: Person, fields: Partial<SessionRequest> = {}) {
    const helper = await volunteer();
    const session = await opened(asker, fields);
    await acted(helper, session.id, 'take');
    return { id: session.id, helper };
  }

  return { ask, ok, guide, volunteer, offer, open, opened, act, acted, read, seen, queue, taken };
}
