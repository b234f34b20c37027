import type { z } from 'zod';
import { recordAudit } from '#features/admin/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canReport } from '../access.ts';
import {
  moderationErrors,
  type Report,
  type ReportKind,
  type reportInput,
  type resolveInput,
} from '../contract.ts';
import { excerptLength, stateAfter } from '../rules.ts';

type Actor = { id: string; isAdmin: boolean };

/** Something that can be reported, as its room knows it. */
export type Thing = { id: string; aboutId: string; excerpt: string; path: string };
export type Things = Record<
  ReportKind,
  {
    /** The address of its call for reports, with one parameter. */
    url: string;
    /** What this actor sees below that address; throws not-found. */
    find(db: Db, actor: Actor, address: string): Promise<Thing>;
    /** Takes it out of everybody's sight; null where that is done elsewhere. */
    hide: ((trx: Trx, id: string, now: Date) => Promise<void>) | null;
  }
>;

/** Reports something; throws `own_thing`, or `already_reported` while an earlier report of it is open. */
export async function reportThing(
  db: Db,
  reporter: Actor,
  { kind, thing }: { kind: ReportKind; thing: Thing },
  input: z.output<typeof reportInput>,
  now: Date,
): Promise<Report> {
  if (!canReport(reporter, thing)) throw new AppError(moderationErrors.own_thing);
  const { reason, text } = input;
  const id = uuidv7(now.getTime());
  const inserted = await db
    .insertInto('report')
    .values({
      id,
      kind,
      reason,
      text,
      reporterId: reporter.id,
      targetId: thing.id,
      aboutId: thing.aboutId,
      excerpt: [...thing.excerpt].slice(0, excerptLength).join(''),
      path: thing.path,
      resolverId: null,
      createdAt: now,
      resolvedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new AppError(moderationErrors.already_reported);
  return { id, kind, reason, text, state: 'open', createdAt: now.toISOString() };
}

/**
 * Closes a report. Whatever is hidden is so for all who reported it: their reports are closed together, and each of them is
 * told, as is whose it was. Throws `report_not_found`, `already_resolved` or `cannot_hide`.
 */
export async function resolveReport(
  db: Db,
  things: Things,
  moderator: { id: string; username: string },
  id: string,
  { resolution, reason }: z.output<typeof resolveInput>,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const report = isUuid(id)
      ? await trx.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined;
    if (!report) throw new AppError(moderationErrors.report_not_found);
    const thing = things[report.kind as ReportKind];
    if (resolution === 'hide') {
      if (!thing.hide) throw new AppError(moderationErrors.cannot_hide);
      await thing.hide(trx, report.targetId, now);
    }
    const state = stateAfter(report.state, resolution);
    if (state === null) throw new AppError(moderationErrors.already_resolved);
    const closed = await trx
      .updateTable('report')
      .set({ state, resolution: reason, resolverId: moderator.id, resolvedAt: now })
      .where('state', '=', 'open')
      .$if(resolution === 'dismiss', (query) => query.where('id', '=', id))
      .$if(resolution === 'hide', (query) =>
        query.where('kind', '=', report.kind).where('targetId', '=', report.targetId),
      )
      .returning(['id', 'reporterId'])
      .execute();
    // Somebody else was quicker.
    if (!closed.some((each) => each.id === report.id)) throw new AppError(moderationErrors.already_resolved);
    for (const { reporterId } of closed) {
      const what = state === 'upheld' ? 'report_upheld' : 'report_dismissed';
      await notify(trx, reporterId, { what, path: '/my/notifications' }, now);
    }
    if (state === 'upheld') {
      const told = { what: 'content_hidden', path: report.path, params: { reason } } as const;
      await notify(trx, report.aboutId, told, now);
    }
    await recordAudit(
      trx,
      {
        actor: moderator,
        action: `report.${resolution}`,
        target: { type: report.kind, id: report.targetId },
        reason,
        before: { state: report.state },
        after: { state, reports: closed.length },
      },
      now,
    );
  });
}
