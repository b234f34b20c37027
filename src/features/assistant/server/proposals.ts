import { sql } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import { editInput } from '#features/resources/contract.ts';
import { editResource, getResource, titleIn } from '#features/resources/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { canDecide } from '../access.ts';
import { assistantErrors, type Proposal } from '../contract.ts';

type Person = { id: string; isAdmin: boolean };
type Input = {
  step: number;
  title?: string | undefined;
  text: string;
  reason: string;
  isFromModel: boolean;
};

/** Proposes a new text for a step: its author is notified and decides. Throws the errors of the contract. */
export async function propose(
  db: Db,
  person: Person,
  resourceId: string,
  input: Input,
  now: Date,
): Promise<Proposal> {
  const resource = await getResource(db, person, resourceId);
  const step = resource.assemblyInstructions[input.step - 1];
  if (!step) throw new AppError(assistantErrors.step_not_found);
  if (canDecide(person, { ownerId: resource.owner.id })) throw new AppError(assistantErrors.own_guide);
  const title = input.title ?? step.title;
  if (title === step.title && input.text === step.text) throw new AppError(assistantErrors.nothing_changed);
  const id = uuidv7(now.getTime());
  await db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('assistantProposal')
      .values({
        id,
        resourceId: resource.id,
        step: input.step,
        beforeTitle: step.title,
        beforeText: step.text,
        afterTitle: title,
        afterText: input.text,
        reason: input.reason,
        isFromModel: input.isFromModel,
        proposerId: person.id,
        answer: null,
        createdAt: now,
        decidedAt: null,
      })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new AppError(assistantErrors.proposal_open);
    await tell(trx, resource.owner.id, 'fix_proposed', { resource, step: input.step, of: person.id }, now);
  });
  return getProposal(db, person, id);
}

type What = 'fix_proposed' | 'fix_accepted' | 'fix_refused';
async function tell(
  trx: Trx,
  personId: string,
  what: What,
  { resource, step, of }: { resource: { id: string; title: string }; step: number; of: string },
  now: Date,
): Promise<void> {
  await notify(
    trx,
    personId,
    {
      what,
      path: what === 'fix_proposed' ? '/my/proposals' : '/my/proposals?side=sent',
      params: { title: resource.title, step },
      people: [of],
    },
    now,
  );
}

type Row = {
  id: string;
  resourceId: string;
  title: string;
  ownerId: string;
  step: number;
  beforeTitle: string;
  beforeText: string;
  afterTitle: string;
  afterText: string;
  reason: string;
  isFromModel: boolean;
  proposerId: string | null;
  username: string | null;
  fullName: string | null;
  state: Proposal['state'];
  answer: string | null;
  createdAt: Date;
  decidedAt: Date | null;
};

/** Selects the proposals that a person can read: their own, and those for their visible resources. */
async function select(
  db: Db,
  person: { id: string },
  filter: {
    id?: string;
    resourceId?: string;
    role?: 'author' | 'proposer' | undefined;
    state?: Proposal['state'] | undefined;
    /** Language of the reader for titles; the original without it. */
    locale?: Locale;
  },
  { page, limit }: { page: number; limit: number } = { page: 1, limit: 100 },
): Promise<{ items: Proposal[]; total: number }> {
  const where = [
    filter.role === 'author'
      ? sql`r.owner_id = ${person.id}`
      : filter.role === 'proposer'
        ? sql`p.proposer_id = ${person.id}`
        : sql`(r.owner_id = ${person.id} or p.proposer_id = ${person.id})`,
    // A hidden resource is visible to its owner only.
    sql`(r.state = 'published' or (r.owner_id = ${person.id} and r.state <> 'removed'))`,
    ...(filter.id === undefined ? [] : [sql`p.id = ${filter.id}`]),
    ...(filter.resourceId === undefined ? [] : [sql`p.resource_id = ${filter.resourceId}`]),
    ...(filter.state === undefined ? [] : [sql`p.state = ${filter.state}`]),
  ];
  const { rows } = await sql<Row & { total: number }>`
    select p.id, p.resource_id as "resourceId", ${filter.locale === undefined ? sql`r.title` : titleIn(filter.locale)} as title, r.owner_id as "ownerId", p.step, p.before_title as "beforeTitle",
      p.before_text as "beforeText", p.after_title as "afterTitle", p.after_text as "afterText", p.reason,
      p.is_from_model as "isFromModel", p.proposer_id as "proposerId", w.display_username as username, w.name as "fullName",
      p.state, p.answer, p.created_at as "createdAt", p.decided_at as "decidedAt", count(*) over () as total
    from assistant_proposal p join resource r on r.id = p.resource_id left join person w on w.id = p.proposer_id
    where ${sql.join(where, sql` and `)}
    order by p.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    total: Number(rows[0]?.total ?? 0),
    items: rows.map((row) => ({
      id: row.id,
      resource: { id: row.resourceId, title: row.title },
      step: row.step,
      before: { title: row.beforeTitle, text: row.beforeText },
      after: { title: row.afterTitle, text: row.afterText },
      reason: row.reason,
      isFromModel: row.isFromModel,
      proposer:
        row.username === null || row.fullName === null
          ? null
          : { username: row.username, fullName: row.fullName },
      state: row.state,
      answer: row.answer,
      createdAt: row.createdAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      can: { decide: row.state === 'open' && canDecide(person, row) },
    })),
  };
}

async function getProposal(db: Db, person: { id: string }, id: string): Promise<Proposal> {
  const [found] = isUuid(id) ? (await select(db, person, { id })).items : [];
  if (!found) throw new AppError(assistantErrors.proposal_not_found);
  return found;
}

/** Lists the proposals for a visible resource; throws `resource_not_found`. */
export async function listProposalsFor(
  db: Db,
  person: Person,
  resourceId: string,
  state: Proposal['state'] | undefined,
): Promise<Proposal[]> {
  const { id } = await getResource(db, person, resourceId);
  return (await select(db, person, { resourceId: id, state })).items;
}

export const listProposals = select;

type Decided = { id: string; proposerId: string | null; proposal: Proposal };

/** Locks an open proposal until the decision is written. Throws for anyone except the author. */
async function lockOpen(trx: Trx, person: Person, id: string): Promise<Decided> {
  const proposal = await getProposal(trx, person, id);
  const row = await trx
    .selectFrom('assistantProposal as proposal')
    .innerJoin('resource', 'resource.id', 'proposal.resourceId')
    .select(['proposal.id', 'proposal.state', 'proposal.proposerId', 'resource.ownerId'])
    .where('proposal.id', '=', id)
    .forUpdate('proposal')
    .executeTakeFirstOrThrow();
  if (!canDecide(person, row)) throw new AppError(platformErrors.forbidden);
  if (row.state !== 'open') throw new AppError(assistantErrors.proposal_decided);
  return { id: row.id, proposerId: row.proposerId, proposal };
}

async function decide(
  trx: Trx,
  { id, proposerId, proposal }: Decided,
  person: Person,
  to: { state: 'accepted' | 'refused' | 'outdated'; answer?: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('assistantProposal')
    .set({ state: to.state, answer: to.answer || null, decidedAt: now })
    .where('id', '=', id)
    .execute();
  if (proposerId === null || to.state === 'outdated') return;
  const what = to.state === 'accepted' ? 'fix_accepted' : 'fix_refused';
  await tell(trx, proposerId, what, { resource: proposal.resource, step: proposal.step, of: person.id }, now);
}

/** Accepts a proposal as an edit by the author. One whose step has changed is marked as outdated. */
export async function acceptProposal(
  db: Db,
  person: Person & { username: string },
  id: string,
  now: Date,
): Promise<Proposal> {
  const isOutdated = await db.transaction().execute(async (trx) => {
    const open = await lockOpen(trx, person, id);
    const { step, before, after, resource: of } = open.proposal;
    const resource = await getResource(trx, person, of.id);
    const steps = resource.assemblyInstructions;
    const current = steps[step - 1];
    if (!current || current.text !== before.text || current.title !== before.title) {
      await decide(trx, open, person, { state: 'outdated' }, now);
      return true;
    }
    const edit = parseInput(editInput, {
      version: resource.version,
      assemblyInstructions: steps.map((each, index) => (index === step - 1 ? { ...each, ...after } : each)),
    });
    await editResource(trx, person, resource.id, edit, { files: [], pictures: [] }, now);
    await decide(trx, open, person, { state: 'accepted' }, now);
    return false;
  });
  if (isOutdated) throw new AppError(assistantErrors.proposal_outdated);
  return getProposal(db, person, id);
}

export async function refuseProposal(
  db: Db,
  person: Person,
  id: string,
  reason: string,
  now: Date,
): Promise<Proposal> {
  await db.transaction().execute(async (trx) => {
    await decide(trx, await lockOpen(trx, person, id), person, { state: 'refused', answer: reason }, now);
  });
  return getProposal(db, person, id);
}
