import { moderated } from '#app/moderation-adapter.ts';
import type { Runtime } from '#app/runtime.ts';
import { reportInput } from '#features/moderation/contract.ts';
import { hearingEndsAt, reportThing, rules } from '#features/moderation/server/public.ts';
import { addComment } from '#features/social/server/public.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { demoResources, demoUsers } from './content.ts';
import { demoCases, type DemoCase } from './moderation.ts';
import { claimPart, findParts } from './parts.ts';

const dayMs = 24 * 60 * 60 * 1000;
type Made = { people: ReadonlyMap<string, string>; began: number };

/**
 * Writes decided cases. Reports use the same command as in production; decisions are inserted directly, because the
 * demo has no staff and the audit log only records acts of real people.
 */
export async function writeModeration(runtime: Runtime, made: Made): Promise<void> {
  const parts = await findParts(runtime.db);
  for (const demo of demoCases) if (!parts.has(`case ${demo.slug}`)) await writeCase(runtime, made, demo);
}

/** Text of the owner. */
export function titleOf(slug: string): string {
  const found = demoResources.find((each) => each.slug === slug);
  const title = found?.title[found.language];
  if (title === undefined) throw new Error(`demo: no resource ${slug}`);
  return title;
}

async function writeCase({ db }: Runtime, { people, began }: Made, demo: DemoCase): Promise<void> {
  const someone = (username: string) => {
    const id = people.get(username);
    const user = demoUsers.find((each) => each.username === username);
    if (id === undefined || !user) throw new Error(`demo: no user ${username}`);
    return { id, isAdmin: false, fullName: user.fullName };
  };
  const resource = await db
    .selectFrom('resource')
    .select('id')
    .where('title', '=', titleOf(demo.resource))
    .where('state', '=', 'published')
    .executeTakeFirst();
  // The resources may have been left out.
  if (!resource) return;
  const at = (days: number | undefined) => (days === undefined ? null : new Date(began - days * dayMs));
  const { days, outcome, comment } = demo;
  const reportedAt = new Date(began - days.reported * dayMs);
  await db.transaction().execute(async (trx) => {
    if (!(await claimPart(trx, `case ${demo.slug}`))) return;
    const kind = comment ? 'comment' : 'resource';
    const id = comment
      ? await addComment(trx, someone(comment.by), resource.id, { text: comment.text }, reportedAt)
      : resource.id;
    const reporter = someone(demo.reporter);
    const thing = await moderated[kind].find(trx, reporter, id);
    const input = parseInput(reportInput, { reason: rules[demo.rule].reason, rule: demo.rule });
    const report = await reportThing(trx, reporter, { kind, thing }, input);
    const isHidden = outcome !== 'dismissed' && outcome !== 'restored';
    const shownAs = isHidden ? ((await moderated[kind].sight?.hide(trx, id, reportedAt)) ?? null) : null;
    const decidedAt = at(days.decided);
    await trx
      .updateTable('moderationCase')
      .set({
        state: outcome,
        rule: demo.rule,
        reason: rules[demo.rule].reason,
        question: demo.question ?? '',
        hearingEndsAt: demo.question === undefined ? null : hearingEndsAt(reportedAt),
        answer: demo.answer ?? '',
        answeredAt: at(days.answered),
        statement: demo.statement ?? '',
        decidedAt,
        objection: demo.objection ?? '',
        objectedAt: at(days.objected),
        ruling: demo.ruling ?? '',
        ruledAt: at(days.ruled),
        shownAs,
        waitingSince: null,
        createdAt: reportedAt,
      })
      .where('kind', '=', kind)
      .where('targetId', '=', id)
      .execute();
    await trx
      .updateTable('report')
      .set({
        state: outcome === 'dismissed' ? 'dismissed' : 'upheld',
        resolution: demo.statement ?? '',
        createdAt: reportedAt,
        resolvedAt: decidedAt,
      })
      .where('id', '=', report.id)
      .execute();
  });
}
