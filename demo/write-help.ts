import { sql } from 'kysely';
import { channelPolicies } from '#app/channel-policies-adapter.ts';
import { linked } from '#app/links-adapter.ts';
import type { Runtime } from '#app/runtime.ts';
import { messageInput } from '#features/community/contract.ts';
import { createTalking } from '#features/community/server/public.ts';
import { sessionInput, volunteerInput } from '#features/support/contract.ts';
import { createHelping } from '#features/support/server/public.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { demoUsers } from './content.ts';
import { demoHelp, demoVolunteers } from './help.ts';
import { claimPart, findParts } from './parts.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Volunteers stay available for the first day, so that people who try the demo meet some of them. */
const hereForMs = dayMs;

/**
 * Writes support sessions, through the same commands as in production; a start after an interrupted one writes nothing
 * twice.
 */
export async function writeHelp(
  runtime: Runtime,
  { people, began }: { people: ReadonlyMap<string, string>; began: number },
): Promise<void> {
  const { db } = runtime;
  if ((await findParts(db)).has('help')) return;
  const talking = createTalking({ ...runtime, linked, keepers: channelPolicies });
  const helping = createHelping({
    ...runtime,
    posting: talking,
    post: talking.post,
    onCountChanged: () => {},
  });
  const someone = (username: string) => {
    const id = people.get(username);
    const user = demoUsers.find((each) => each.username === username);
    if (id === undefined || !user) throw new Error(`demo: no user ${username}`);
    return { id, username, fullName: user.fullName, avatarUrl: null, isAdmin: false };
  };

  for (const { by, isHere, ...offer } of demoVolunteers) {
    const person = someone(by);
    await helping.offer(person, parseInput(volunteerInput, offer));
    if (!isHere) continue;
    const seenAt = new Date(began + hereForMs);
    await db
      .updateTable('volunteer')
      .set({ availableUntil: seenAt, seenAt })
      .where('personId', '=', person.id)
      .execute();
  }

  const { asker, helper, resource, step, talk, answer, daysAgo, waitedMinutes, ...asked } = demoHelp;
  const { rows } = await sql<{ id: string }>`
    select id from resource where title = ${resource} and state = 'published'`.execute(db);
  const resourceId = rows[0]?.id;
  // The resources may have been left out.
  if (resourceId !== undefined) {
    const [one, other] = [someone(asker), someone(helper)];
    const input = parseInput(sessionInput, { ...asked, resourceId, step, clientId: 'demo help' });
    const id = await helping.open(one, input);
    const { state } = await db
      .selectFrom('supportSession')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (state === 'waiting') await helping.act(other, id, 'take');
    for (const [index, { by, text }] of talk.entries()) {
      const said = parseInput(messageInput, { clientId: `demo help ${index}`, text });
      await talking.post(by === 'asker' ? one : other, id, said);
    }
    if (state === 'waiting' || state === 'taken') await helping.act(one, id, 'solve');
    const known = await db
      .selectFrom('supportAnswer')
      .select('version')
      .where('sessionId', '=', id)
      .executeTakeFirst();
    if (!known) await helping.propose(other, id, answer);
    await helping.agree(one, id, 1);
    const opened = began - daysAgo * dayMs;
    const at = (minutes: number) => new Date(opened + minutes * minuteMs);
    await db
      .updateTable('supportSession')
      .set({
        openedAt: at(0),
        takenAt: at(waitedMinutes),
        closedAt: at(waitedMinutes + 20),
        waitSeconds: waitedMinutes * 60,
      })
      .where('id', '=', id)
      .execute();
    await sql`update channel_message set created_at = ${at(waitedMinutes)}::timestamptz + seq * interval '2 minutes'
      where channel_id = ${id}`.execute(db);
    await sql`update comment set created_at = ${at(waitedMinutes + 40)}
      where id = (select comment_id from support_answer where session_id = ${id})`.execute(db);
  }
  await claimPart(db, 'help');
}
