import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { bodyOf, codeBytes, codeOf } from '../code.ts';
import type { Passport } from '../contract.ts';
import { passportsPersonalData } from './personal-data.ts';

let server: TestServer;
let provider: Person;
let holder: Person;
let nextCode = 1;

beforeAll(async () => {
  server = await startTestServer();
  provider = await server.signUp();
  holder = await server.signUp();
});
afterAll(() => server.close());

async function thing(): Promise<string> {
  const code = bodyOf(new Uint8Array(codeBytes).fill(nextCode++));
  const { rows } = await server.runtime.pool.query<{ id: string }>(
    `insert into passport (id, order_id, position, pieces, title, file_hashes, material, machine, provider_id, shows_maker,
        warranty, made_at, holder_id, claimed_at)
      values (uuidv7(), uuidv7(), 1, 1, '등갓', '{}', '', '', $1, true, '평생 고쳐 드려요.', now(), $2, now()) returning id`,
    [provider.id, holder.id],
  );
  await server.runtime.pool.query(
    'insert into passport_code (code, passport_id, issued_at) values ($1, $2, now())',
    [code, rows[0]?.id],
  );
  return codeOf(code);
}

const read = async (code: string) =>
  (await server.call('GET', `/api/passports/${encodeURIComponent(code)}`)).json<Passport>();
const data = () => passportsPersonalData(server.runtime);
const erase = ({ id, email, username }: Person) =>
  server.runtime.db
    .transaction()
    .execute(async (trx) => data().erase?.(trx, { id, name: '', email, username }, new Date()));

test('a copy has what a person holds and what they made', async () => {
  const code = await thing();
  const list = async (name: string, person: Person) => {
    const rows: unknown[] = [];
    for await (const row of data().lists[name]!(person.id)) rows.push(row);
    return rows;
  };
  expect(await list('things', holder)).toMatchObject([{ title: '등갓', warranty: '평생 고쳐 드려요.' }]);
  expect(await list('things', provider)).toEqual([]);
  expect(await list('made_things', provider)).toMatchObject([{ title: '등갓' }]);
  expect(await read(code)).toMatchObject({ isClaimed: true, maker: { username: provider.username } });
});

test('a holder who is erased leaves the thing unclaimed', async () => {
  const code = await thing();
  await server.call('POST', `/api/passports/${encodeURIComponent(code)}/handover`, { as: holder });
  await erase(holder);
  expect(await read(code)).toMatchObject({ title: '등갓', isClaimed: false });
  const { rows } = await server.runtime.pool.query('select from passport_handover');
  expect(rows).toEqual([]);
});

test('a provider who is erased leaves a maker without a name, and no promises', async () => {
  const code = await thing();
  await erase(provider);
  expect(await read(code)).toMatchObject({ title: '등갓', maker: null });
  const { rows } = await server.runtime.pool.query("select from passport where warranty <> ''");
  expect(rows).toEqual([]);
});
