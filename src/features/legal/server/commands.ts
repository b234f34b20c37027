import { sql } from 'kysely';
import { doToOne, recordAudit } from '#features/admin/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { locales } from '#i18n/languages.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { legalErrors, type LegalInput } from '../contract.ts';
import { earliestDay, legalKinds, textProblem, type LegalKind } from '../rules.ts';
import { problemWords } from '../words.ts';
import { listRows } from './queries.ts';

/** Throws `invalid_input` with the field of each text that cannot be published. */
function assertWritten({ texts, changes }: Pick<LegalInput, 'texts' | 'changes'>, publish: boolean): void {
  const fields = Object.fromEntries(
    locales.flatMap((locale) => {
      const problem = textProblem(texts[locale]);
      const isWrong = problem === 'markup' || (publish && problem !== null);
      return [
        ...(isWrong ? [[`texts.${locale}`, problemWords[problem]] as const] : []),
        ...(publish && changes[locale] === ''
          ? [[`changes.${locale}`, problemWords.no_changes] as const]
          : []),
      ];
    }),
  );
  if (Object.keys(fields).length > 0) throw new AppError(platformErrors.invalid_input, { fields });
}

/**
 * Saves the draft of a document, or publishes it: it takes effect on its day, for which people need time to read it.
 * Throws `legal_changed` if the draft is not the one that was read, `too_soon` and `version_taken`.
 */
export function saveLegal(
  db: Db,
  actor: { id: string; username: string },
  kind: string,
  input: LegalInput,
): Promise<void> {
  if (!legalKinds.includes(kind as LegalKind)) throw new AppError(legalErrors.legal_not_found);
  assertWritten(input, input.publish);
  return doToOne(db, async (trx) => {
    const now = await databaseTime(trx);
    // Locks the table, because a missing draft cannot be locked.
    await sql`lock table legal_document in share row exclusive mode`.execute(trx);
    const [draft] = await listRows(trx, kind as LegalKind, 'draft');
    const [newest] = await listRows(trx, kind as LegalKind, 'published');
    if ((draft?.changedAt.toISOString() ?? null) !== input.changedAt)
      throw new AppError(legalErrors.legal_changed);
    const { effectiveOn, isAdverse, needsConsent, publish } = input;
    if (publish && effectiveOn < earliestDay(koreanDay(now), isAdverse))
      throw refused(legalErrors.too_soon, 'effectiveOn');
    if (publish && newest && effectiveOn <= newest.version)
      throw refused(legalErrors.version_taken, 'effectiveOn');
    const set = {
      kind: kind as LegalKind,
      state: publish ? ('published' as const) : ('draft' as const),
      effectiveOn,
      texts: JSON.stringify(input.texts),
      changes: JSON.stringify(input.changes),
      isAdverse,
      needsConsent,
      changedAt: now,
      publishedAt: publish ? now : null,
    };
    const { id } = draft
      ? await trx
          .updateTable('legalDocument')
          .set(set)
          .where('id', '=', draft.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await trx.insertInto('legalDocument').values(set).returning('id').executeTakeFirstOrThrow();
    await recordAudit(
      trx,
      {
        actor,
        action: publish ? 'legal.publish' : 'legal.draft',
        target: { type: 'legal_document', id },
        reason: input.reason,
        before: { version: newest?.version ?? null },
        after: { kind, version: effectiveOn, isAdverse, needsConsent, changes: input.changes },
      },
      now,
    );
    if (publish) await enqueue(trx, 'legal.tell', { id });
  });
}

/** People who are told in one transaction. */
const peopleAtOnce = 500;

/**
 * Tells everybody with an account of a published version, once: by mail, too, where it is to their disadvantage or they
 * have to agree. Goes on where it was interrupted.
 */
export async function tellOfVersion(db: Db, id: string, now: Date, atOnce = peopleAtOnce): Promise<void> {
  let isOver = false;
  while (!isOver) {
    isOver = await db.transaction().execute((trx) => tellNext(trx, id, now, atOnce));
  }
}

/** Tells the next people, and returns whether these were the last. */
async function tellNext(trx: Trx, id: string, now: Date, atOnce: number): Promise<boolean> {
  const { rows } = await sql<{ kind: LegalKind; version: string; mail: boolean; toldUpTo: string | null }>`
    select kind, effective_on::text as version, is_adverse or needs_consent as mail, told_up_to from legal_document
    where id = ${id} and state = 'published' and told_at is null for update`.execute(trx);
  const [told] = rows;
  if (!told) return true;
  const people = await trx
    .selectFrom('person')
    .select('id')
    .where('erasedAt', 'is', null)
    .where('withdrawsAt', 'is', null)
    .$if(told.toldUpTo !== null, (query) => query.where('id', '>', told.toldUpTo))
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const what = told.kind === 'terms' ? ('terms_changed' as const) : ('privacy_changed' as const);
  const path = `/${told.kind}?version=${told.version}`;
  for (const person of people)
    await notify(trx, person.id, { what, path, params: { day: told.version }, mail: told.mail }, now);
  const last = people.at(-1);
  await trx
    .updateTable('legalDocument')
    .set(last ? { toldUpTo: last.id } : { toldAt: now })
    .where('id', '=', id)
    .execute();
  return last === undefined;
}
