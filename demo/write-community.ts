import { linked } from '#app/links-adapter.ts';
import type { Runtime } from '#app/runtime.ts';
import { messageInput, type Message } from '#features/community/contract.ts';
import { createTalking } from '#features/community/server/public.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { demoTalk, type DemoTalk } from './community.ts';
import { demoUsers } from './content.ts';
import { claimPart, findParts } from './parts.ts';

const minuteMs = 60_000;

/**
 * Writes the channel messages, through the same commands as in production. Each message has a fixed client id, so that
 * a start after an interrupted one writes none of them twice.
 */
export async function writeCommunity(
  runtime: Runtime,
  { people, began }: { people: ReadonlyMap<string, string>; began: number },
): Promise<void> {
  const { db } = runtime;
  if ((await findParts(db)).has('community')) return;
  const talking = createTalking({ ...runtime, linked, keepers: {} });
  const someone = (username: string) => {
    const id = people.get(username);
    const user = demoUsers.find((each) => each.username === username);
    if (id === undefined || !user) throw new Error(`demo: no user ${username}`);
    return { id, username, fullName: user.fullName, avatarUrl: null, isAdmin: false };
  };
  const channels = await db.selectFrom('channel').select(['id', 'slug']).execute();

  async function say(channelId: string, name: string, talk: DemoTalk, root?: Message): Promise<Message> {
    const { by, text, title, tags, ago, reactions = {} } = talk;
    const said = { clientId: `demo ${name}`, text, title, tags, threadId: root?.id };
    const message = await talking.post(someone(by), channelId, parseInput(messageInput, said));
    for (const [emoji, names] of Object.entries(reactions)) {
      for (const username of names) await talking.react(someone(username), message.id, emoji);
    }
    const at = new Date(began - ago * minuteMs);
    await db.updateTable('channelMessage').set({ createdAt: at }).where('id', '=', message.id).execute();
    return message;
  }

  for (const [slug, talks] of Object.entries(demoTalk)) {
    const channelId = channels.find((channel) => channel.slug === slug)?.id;
    if (channelId === undefined) throw new Error(`demo: no channel ${slug}`);
    for (const [index, talk] of talks.entries()) {
      const root = await say(channelId, `${slug} ${index}`, talk);
      for (const [place, answer] of (talk.thread ?? []).entries()) {
        const { id } = await say(channelId, `${slug} ${index} ${place}`, answer, root);
        if (answer.isAccepted) await talking.accept(someone(talk.by), id);
      }
      const last = talk.thread?.at(-1);
      if (!last) continue;
      await db
        .updateTable('channelMessage')
        .set({ lastReplyAt: new Date(began - last.ago * minuteMs) })
        .where('id', '=', root.id)
        .execute();
    }
  }
  await claimPart(db, 'community');
}
