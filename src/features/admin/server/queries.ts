import { sql, type SqlBool } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { AdminPerson } from '../contract.ts';
import type { Role } from '#platform/shared/roles.ts';

type Wanted = { search?: string | undefined; page: number; limit: number };
type Found<Item> = { items: Item[]; total: number; page: number; pageCount: number };

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function windowOf(wanted: Wanted, total: number) {
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  return { page, pageCount, offset: (page - 1) * wanted.limit };
}

export async function getRole(db: Db, personId: string): Promise<Role> {
  const row = await db
    .selectFrom('person')
    .select('role')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return row.role;
}

export async function listPeople(db: Db, wanted: Wanted): Promise<Found<AdminPerson>> {
  const search = wanted.search ?? '';
  const matching = sql<SqlBool>`person.erased_at is null and (${search} = '' or person.name ilike ${like(search)} or person.email ilike ${like(search)}
    or person.username ilike ${like(search)} or person.id::text = ${search.toLowerCase()})`;
  const { total } = await db
    .selectFrom('person')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow();
  const { offset, ...pages } = windowOf(wanted, Number(total));
  const rows = await selectPeople(db)
    .where(matching)
    .orderBy('person.id', 'desc')
    .limit(wanted.limit)
    .offset(offset)
    .execute();
  return { items: rows.map(present), total: Number(total), ...pages };
}

export async function findPerson(db: Db, id: string): Promise<AdminPerson | null> {
  if (!isUuid(id)) return null;
  const row = await selectPeople(db)
    .where('person.id', '=', id)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return row ? present(row) : null;
}

function selectPeople(db: Db) {
  return db
    .selectFrom('person')
    .leftJoin('bankAccount', 'bankAccount.personId', 'person.id')
    .select([
      'person.id',
      'displayUsername',
      'name',
      'email',
      'role',
      'phoneVerifiedAt',
      'suspendedAt',
      'suspendedUntil',
      'createdAt',
      'bankAccount.registeredAt',
      sql<boolean>`exists (select 1 from service where service.owner_id = person.id)`.as('isProvider'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

function present(row: Row): AdminPerson {
  const suspended =
    row.suspendedAt !== null && (row.suspendedUntil === null || row.suspendedUntil > new Date());
  return {
    id: row.id,
    username: row.displayUsername,
    fullName: row.name,
    email: row.email,
    role: row.role,
    isAdmin: row.role === 'admin',
    isProvider: row.isProvider,
    phoneVerified: row.phoneVerifiedAt !== null,
    bankRegistered: row.registeredAt !== null,
    suspended,
    suspendedUntil: suspended ? (row.suspendedUntil?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
  };
}

export async function listAudit(db: Db, wanted: Wanted) {
  const search = wanted.search ?? '';
  const matching = sql<SqlBool>`(${search} = '' or actor ilike ${like(search)} or action ilike ${like(search)}
    or reason ilike ${like(search)} or target_id::text = ${search.toLowerCase()})`;
  const { total } = await db
    .selectFrom('auditEntry')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow();
  const { offset, ...pages } = windowOf(wanted, Number(total));
  const rows = await db
    .selectFrom('auditEntry')
    .leftJoin('person', (join) =>
      join
        .onRef('person.id', '=', 'auditEntry.targetId')
        .on('auditEntry.targetType', '=', 'person')
        .on('person.erasedAt', 'is', null),
    )
    .selectAll('auditEntry')
    .select(['person.name', 'person.displayUsername'])
    .where(matching)
    .orderBy('auditEntry.id', 'desc')
    .limit(wanted.limit)
    .offset(offset)
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      actor: { id: row.actorId, username: row.actor },
      action: row.action,
      target: {
        type: row.targetType,
        id: row.targetId,
        person:
          row.displayUsername === null ? null : { fullName: row.name ?? '', username: row.displayUsername },
      },
      reason: row.reason,
      before: row.before,
      after: row.after,
      at: row.at.toISOString(),
    })),
    total: Number(total),
    ...pages,
  };
}
