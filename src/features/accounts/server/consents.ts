import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { Consents, consentsChange } from '../contract.ts';
import { consentKinds, type ConsentKind } from '../rules.ts';

/** Maps the form's names to kinds of consents. */
const kindOf = {
  terms: 'terms',
  privacy: 'privacy',
  age14: 'age_14',
  marketing: 'marketing',
  nightMarketing: 'night_marketing',
} as const satisfies Record<string, ConsentKind>;
type Versions = { terms: string; privacy: string };

/** Returns the versions in force, and the oldest ones whose consent still counts. */
async function readVersions(db: Db): Promise<{ inForce: Versions; required: Versions }> {
  const { rows } = await sql<{ inForce: Versions; required: Versions }>`select
    json_build_object('terms', legal_version_in_force('terms'), 'privacy', legal_version_in_force('privacy')) as in_force,
    json_build_object('terms', legal_version_required('terms'), 'privacy', legal_version_required('privacy')) as required
  `.execute(db);
  return rows[0]!;
}

type Decisions = z.output<typeof consentsChange>;

/** Records decisions, with the version of the texts that were shown. */
export async function recordConsents(
  trx: Db,
  personId: string,
  decisions: Decisions,
  now: Date,
): Promise<void> {
  // Advertising at night requires consent to advertising.
  const whole = decisions.marketing === false ? { ...decisions, nightMarketing: false } : decisions;
  const { inForce } = await readVersions(trx);
  const rows = Object.entries(kindOf).flatMap(([name, kind]) => {
    const given = whole[name as keyof typeof kindOf];
    return given === undefined
      ? []
      : [
          {
            id: uuidv7(now.getTime()),
            personId,
            kind,
            version: kind === 'privacy' ? inForce.privacy : inForce.terms,
            given,
            decidedAt: now,
          },
        ];
  });
  if (rows.length === 0) return;
  await trx.insertInto('consent').values(rows).execute();
  const current = await listConsents(trx, personId);
  if (!current.due) {
    const agreedVersion = inForce.terms > inForce.privacy ? inForce.terms : inForce.privacy;
    await trx.updateTable('person').set({ agreedVersion }).where('id', '=', personId).execute();
  }
}

/** Returns the latest decision of each kind. */
export async function listConsents(db: Db, personId: string): Promise<Consents> {
  const rows = await db
    .selectFrom('consent')
    .distinctOn('kind')
    .select(['kind', 'given', 'version', 'decidedAt'])
    .where('personId', '=', personId)
    .orderBy('kind')
    .orderBy('decidedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const decided = new Map(rows.map((row) => [row.kind, row]));
  const { inForce, required } = await readVersions(db);
  const agreed = (kind: 'terms' | 'privacy') => {
    const row = decided.get(kind);
    return row?.given === true && row.version >= required[kind];
  };
  return {
    version: inForce.terms,
    due: !(agreed('terms') && agreed('privacy') && decided.get('age_14')?.given === true),
    consents: consentKinds.map((kind) => {
      const row = decided.get(kind);
      return {
        kind,
        given: row?.given ?? false,
        version: row?.version ?? null,
        decidedAt: row?.decidedAt.toISOString() ?? null,
      };
    }),
  };
}
