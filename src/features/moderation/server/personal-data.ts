import type { Db } from '#platform/server/db.ts';
import { inBatches, type PersonalData } from '#platform/server/personal-data.ts';
import { hiddenStates, undecidedStates, withoutQuotes } from '../rules.ts';

/**
 * Reports by a person, and decisions about their things. Reports about them belong to their writers, and an export
 * would reveal who complained.
 */
export function moderationPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'moderation',
    tables: ['report', 'moderation_case', 'moderation_case_index'],
    lists: {
      reports: inBatches((personId, after, limit) =>
        db
          .selectFrom('report')
          .select(['id', 'kind', 'targetId', 'reason', 'rule', 'text', 'state', 'createdAt', 'resolvedAt'])
          .where('reporterId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      decisions: inBatches((personId, after, limit) =>
        db
          .selectFrom('moderationCase')
          .select([
            'id',
            'kind',
            'targetId',
            'excerpt',
            'state',
            'rule',
            'question',
            'hearingEndsAt',
            'answer',
            'answeredAt',
            'statement',
            'decidedAt',
            'objection',
            'objectedAt',
            'ruling',
            'ruledAt',
          ])
          .where('aboutId', '=', personId)
          // Reports that the author was not asked about are not exported either.
          .where((where) =>
            where.or([
              where('hearingEndsAt', 'is not', null),
              where('state', 'in', [...hiddenStates, 'restored', 'lifted']),
            ]),
          )
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    // Decisions stay in the audit log; the public log has nothing personal.
    async erase(trx, { id }, now) {
      await takeQuotesAway(trx, id);
      await trx
        .deleteFrom('report')
        .where((where) => where.or([where('reporterId', '=', id), where('aboutId', '=', id)]))
        .execute();
      await trx
        .updateTable('report')
        .set({ resolverId: null, resolution: '' })
        .where('resolverId', '=', id)
        .execute();
      await trx
        .deleteFrom('moderationCase')
        .where('aboutId', '=', id)
        .where('state', 'in', undecidedStates)
        .execute();
      // Cases without another reporter have nothing left to decide.
      await trx
        .deleteFrom('moderationCase')
        .where('state', '=', 'open')
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('report')
                .select('report.id')
                .whereRef('report.caseId', '=', 'moderationCase.id'),
            ),
          ),
        )
        .execute();
      await trx
        .updateTable('moderationCase')
        .set((eb) => ({
          aboutId: null,
          excerpt: '',
          path: '',
          question: '',
          answer: '',
          statement: '',
          objection: '',
          ruling: '',
          // There is nobody left to notify, and nothing to show.
          state: eb
            .case()
            .when('state', '=', 'objected')
            .then('kept' as const)
            .else(eb.ref('state'))
            .end(),
          ruledAt: eb.case().when('state', '=', 'objected').then(now).else(eb.ref('ruledAt')).end(),
          waitingSince: null,
        }))
        .where('aboutId', '=', id)
        .execute();
      await trx
        .updateTable('moderationCase')
        .set({ deciderId: null, statement: '', question: '' })
        .where('deciderId', '=', id)
        .execute();
      await trx
        .updateTable('moderationCase')
        .set({ rulerId: null, ruling: '' })
        .where('rulerId', '=', id)
        .execute();
      return [];
    },
  };
}

/** Removes a reporter's quoted words from the texts of moderators. */
async function takeQuotesAway(trx: Db, reporterId: string): Promise<void> {
  const reports = await trx
    .selectFrom('report')
    .select(['caseId', 'text'])
    .where('reporterId', '=', reporterId)
    .where('text', '!=', '')
    .execute();
  for (const { caseId, text } of reports) {
    const said = await trx
      .selectFrom('moderationCase')
      .select(['question', 'statement', 'ruling'])
      .where('id', '=', caseId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('moderationCase')
      .set({
        question: withoutQuotes(text, said.question),
        statement: withoutQuotes(text, said.statement),
        ruling: withoutQuotes(text, said.ruling),
      })
      .where('id', '=', caseId)
      .execute();
    const others = await trx
      .selectFrom('report')
      .select(['id', 'resolution'])
      .where('caseId', '=', caseId)
      .where('resolution', '!=', '')
      .execute();
    for (const other of others) {
      const resolution = withoutQuotes(text, other.resolution);
      if (resolution !== other.resolution)
        await trx.updateTable('report').set({ resolution }).where('id', '=', other.id).execute();
    }
  }
}
