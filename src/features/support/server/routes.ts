import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { Posting } from '#features/community/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { AppError } from '#platform/shared/errors.ts';
import {
  agreeInput,
  answerInput,
  availabilityInput,
  engineer,
  engineersQuery,
  eventInput,
  overview,
  personSupport,
  session,
  sessionInput,
  sessionsQuery,
  stepInput,
  supportErrors,
  volunteer,
  volunteerInput,
  waiting,
} from '../contract.ts';
import { agree, propose, withdraw, type AnsweringDeps } from './answering.ts';
import { act, openSession, showStep, type SupportDeps } from './commands.ts';
import { listEngineers } from './engineers.ts';
import { getOverview, getPersonSupport, getSession, listSessions, listWaiting } from './queries.ts';
import { staffRoutes } from './staff-routes.ts';
import { findVolunteer, noteSeen, offerHelp, setAvailable, stopHelping } from './volunteering.ts';

const tags = ['support'];
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};
const noStore = { 'cache-control': 'no-store' };

export function supportRoutes(
  app: App,
  given: SupportDeps & { posting: Posting; sessions: Sessions; onCountChanged(): void },
): void {
  const { db, sessions } = given;
  // Posting needs only the fields of a speaker.
  const deps = {
    ...given,
    post: (...[by, channelId, input]: Parameters<AnsweringDeps['post']>) =>
      given.posting.post(by as CurrentUser, channelId, input),
  };

  staffRoutes(app, { db, sessions });

  app.get(
    '/api/support',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How things stand with help: who is available, how long waits took',
        response: { 200: overview },
      },
    },
    async (request, reply) => reply.headers(noStore).send(await getOverview(db, answerLocale(request))),
  );

  app.get(
    '/api/engineers',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Volunteers and paid engineers, who is available first',
        querystring: engineersQuery,
        response: { 200: z.array(engineer), 400: errorSchema },
      },
    },
    async (request, reply) => {
      const { items, ...found } = await listEngineers(db, request.query);
      return reply.headers(noStore).headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/people/:username/support',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What somebody helped with',
        params: z.object({ username: z.string().max(100) }),
        response: { 200: personSupport, 400: errorSchema },
      },
    },
    async (request, reply) =>
      reply.headers(noStore).send(await getPersonSupport(db, request.params.username)),
  );

  app.get(
    '/api/user/volunteer',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'My offer to help; null for who made none',
        response: { 200: volunteer.nullable(), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      return reply.headers(noStore).send(await findVolunteer(db, id, currentTime()));
    },
  );

  app.put(
    '/api/user/volunteer',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Offer to help, or change with what',
        body: volunteerInput,
        response: { 200: volunteer, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await offerHelp(db, id, request.body, currentTime());
      return reply.headers(noStore).send(await getOwn(id));
    },
  );

  app.delete(
    '/api/user/volunteer',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Take the offer back', response: { 204: z.null(), ...refused } },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await stopHelping(db, id);
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/api/user/volunteer/availability',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say that I am available now, or not any more',
        body: availabilityInput,
        response: { 200: volunteer, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await setAvailable(db, id, request.body.hours, currentTime());
      return reply.headers(noStore).send(await getOwn(id));
    },
  );

  app.get(
    '/api/user/support-queue',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Requests that I could take, oldest first; whoever looks is here',
        response: { 200: z.array(waiting), ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await noteSeen(db, id, currentTime());
      return reply.headers(noStore).send(await listWaiting(db, id, answerLocale(request)));
    },
  );

  app.get(
    '/api/user/support-sessions',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Sessions that I asked for, help in, or am asked to; the newest first',
        querystring: sessionsQuery,
        response: { 200: z.array(session), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, ...found } = await listSessions(db, person, request.query, answerLocale(request));
      return reply.headers(noStore).headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.post(
    '/api/support-sessions',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Ask for help',
        description:
          'Opens a private channel of kind `support`, whose id is the session’s. With an order its other side is asked first, with ' +
          '`username` that person; otherwise volunteers see it.',
        body: sessionInput,
        response: { 201: session, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const id = await openSession(deps, person, request.body);
      return reply
        .code(201)
        .headers(noStore)
        .send(await getSession(db, person, id, answerLocale(request)));
    },
  );

  app.get(
    '/api/support-sessions/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A session of mine, or one that I could take',
        params: idParams,
        response: { 200: session, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .headers(noStore)
        .send(await getSession(db, person, request.params.id, answerLocale(request)));
    },
  );

  app.post(
    '/api/support-sessions/:id/events',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Do something with a session: `can` says what',
        description: 'Of many who take one, exactly one gets it; the others are told `session_taken`.',
        params: idParams,
        body: eventInput,
        response: { 200: session.nullable().describe('Null where it is mine no more.'), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await act(deps, person, id, request.body.event);
      return reply.headers(noStore).send(await findOwn(person, id, answerLocale(request)));
    },
  );

  app.put(
    '/api/support-sessions/:id/step',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say which step both look at',
        params: idParams,
        body: stepInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await showStep(deps, person, request.params.id, request.body.step);
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/api/support-sessions/:id/answer',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Propose what others may read of a solved session, or change it',
        description: 'The other one has to agree to exactly this text.',
        params: idParams,
        body: answerInput,
        response: { 200: session, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await propose(deps, person, id, request.body);
      return reply.headers(noStore).send(await getSession(db, person, id, answerLocale(request)));
    },
  );

  app.post(
    '/api/support-sessions/:id/answer/agreement',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Agree to a version of the text; with the second of the two it is published',
        params: idParams,
        body: agreeInput,
        response: { 200: session, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await agree(deps, person, id, request.body.version);
      return reply.headers(noStore).send(await getSession(db, person, id, answerLocale(request)));
    },
  );

  app.delete(
    '/api/support-sessions/:id/answer',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take the proposed text back, before both have agreed',
        params: idParams,
        response: { 200: session, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await withdraw(deps, person, id);
      return reply.headers(noStore).send(await getSession(db, person, id, answerLocale(request)));
    },
  );

  async function getOwn(personId: string) {
    const found = await findVolunteer(db, personId, currentTime());
    if (!found) throw new AppError(supportErrors.not_a_volunteer);
    return found;
  }

  /** Null for a helper who has just given it back. */
  async function findOwn(person: CurrentUser, id: string, locale: Locale) {
    try {
      return await getSession(db, person, id, locale);
    } catch (error) {
      if (error instanceof AppError && error.kind === supportErrors.session_not_found) return null;
      throw error;
    }
  }
}
