import { sql } from 'kysely';
import { inEachLanguage, type Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { AppError } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { legalErrors, type LegalDocument, type StaffLegal } from '../contract.ts';
import { earliestDay, inForce, legalKinds, type LegalKind } from '../rules.ts';
import { firstText } from './first-texts.ts';

type Texts = Record<Locale, string>;
type Row = {
  id: string;
  version: string;
  texts: Texts | null;
  changes: Texts;
  isAdverse: boolean;
  needsConsent: boolean;
  changedAt: Date;
};

/** Returns the drafts or the published versions of a document, the newest first. */
export async function listRows(db: Db, kind: LegalKind, state: 'draft' | 'published'): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, effective_on::text as version, texts, changes, is_adverse, needs_consent, changed_at
    from legal_document where kind = ${kind} and state = ${state} order by effective_on desc`.execute(db);
  return rows;
}

/** Returns a published version of a document, by default the one in force. Throws `legal_not_found`. */
export async function getLegal(
  db: Db,
  kind: string,
  wanted: { version: string | undefined; locale: Locale; feePercent: number; now: Date },
): Promise<LegalDocument> {
  if (!legalKinds.includes(kind as LegalKind)) throw new AppError(legalErrors.legal_not_found);
  const { locale } = wanted;
  const rows = await listRows(db, kind as LegalKind, 'published');
  const current = inForce(rows, koreanDay(wanted.now));
  const row = wanted.version === undefined ? current : rows.find(({ version }) => version === wanted.version);
  if (!row) throw new AppError(legalErrors.legal_not_found);
  return {
    version: row.version,
    text: row.texts?.[locale] ?? firstText(kind as LegalKind, locale, wanted.feePercent),
    isInForce: row === current,
    versions: rows.map(({ version, changes }) => ({ version, changes: changes[locale] })),
  };
}

/** Returns the documents with their drafts, which begin as the newest version. */
export async function listForStaff(db: Db, feePercent: number, now: Date): Promise<StaffLegal[]> {
  return Promise.all(
    legalKinds.map(async (kind) => {
      const [newest] = await listRows(db, kind, 'published');
      const [draft] = await listRows(db, kind, 'draft');
      const begun = draft ?? newest;
      return {
        kind,
        newest: newest?.version ?? '',
        draft: {
          texts: begun?.texts ?? (inEachLanguage((locale) => firstText(kind, locale, feePercent)) as Texts),
          changes: draft?.changes ?? (inEachLanguage(() => '') as Texts),
          effectiveOn: draft?.version ?? earliestDay(koreanDay(now), true),
          isAdverse: draft?.isAdverse ?? true,
          needsConsent: draft?.needsConsent ?? true,
          changedAt: draft?.changedAt.toISOString() ?? null,
        },
      };
    }),
  );
}
