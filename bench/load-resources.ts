import pg from 'pg';
import { foldWords, weigh } from '../src/features/search/server/vocabulary.ts';
import { connectDatabase } from '../src/platform/server/db.ts';
import {
  agesWithWindows,
  ageSize,
  blockSizes,
  blockToken,
  searchRow,
  stretchSize,
  windowSize,
} from '../src/features/resources/server/search-index.ts';
import { arrayLiteral, copyRows } from './copy-rows.ts';
import { generateResources, type GeneratedResource, type Vocabulary } from './generated-resources.ts';

const owner = '00000000-0000-7000-8000-00000000a117';

export function resourceId(seq: number): string {
  return `00000000-0000-7000-8000-${seq.toString(16).padStart(12, '0')}`;
}

/** Fills an empty, migrated database with `count` published resources, as publishing them one by one would. */
export async function loadResources(
  connectionString: string,
  words: Vocabulary,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const resources = () => generateResources(words, 1, count);
  const counts = new Map<string, number>();
  const weights = new Map<string, number>();
  try {
    await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off");
    await client.query('select ensure_resource_search_windows($1)', [count]);
    await client.query(
      `insert into person (id, name, email, username, display_username)
       values ($1, '공방', 'maker@example.com', 'maker', 'maker')`,
      [owner],
    );
    const index = await takeIndexes(client, count);
    // Staff tables' indexes are not measured here, and filling them row by row would double the time.
    await client.query('alter table resource disable trigger resource_indexed');
    say(`loading ${count.toLocaleString('en')} resources`);
    await copyRows(
      client,
      'resource_search (seq, category, titles, tags, license, search_text, tokens)',
      searchRows(),
    );
    say('… their texts and tokens are in');
    await copyRows(
      client,
      `resource (id, seq, owner_id, state, category, title, description, language, tags, card, download_count,
         published_at, created_at, updated_at)`,
      resourceRows(),
    );
    say('… their cards are in');
    for (const [place, published] of counts) {
      await client.query('insert into resource_count values ($1, $2, $3)', [...place.split(' '), published]);
    }
    await client.query("select setval('resource_seq', $1)", [count]);
    await index();
    say('… and indexed');
    await copyRows(client, 'search_word_change (word, change)', weights);
    const { db, close } = connectDatabase(connectionString, { poolSize: 1, onError: () => {} });
    await foldWords(db);
    await close();
    say(`… and ${weights.size.toLocaleString('en')} words`);
    await vacuum(client);
  } finally {
    await client.end();
  }

  function* searchRows() {
    for (const resource of resources()) {
      const row = searchRow({ ...resource, translations: {}, license: 'all-rights-reserved', fileTypes: [] });
      const place = `${row.category} ${Math.floor(row.seq / stretchSize)}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
      for (const [word, weight] of weigh(row)) weights.set(word, (weights.get(word) ?? 0) + weight);
      yield [
        row.seq,
        row.category,
        row.titles,
        arrayLiteral(row.tags),
        row.license,
        row.text,
        arrayLiteral(row.tokens),
      ];
    }
  }

  function* resourceRows() {
    for (const resource of resources()) {
      const { seq } = resource;
      const at = new Date(1_700_000_000_000 + seq * 1000).toISOString();
      yield [
        resourceId(seq),
        seq,
        owner,
        'published',
        resource.category,
        resource.title,
        resource.description,
        resource.language,
        arrayLiteral(resource.tags),
        cardOf(resource, at),
        (seq * 7919) % 1000,
        at,
        at,
        at,
      ];
    }
  }
}

/**
 * Adds resources up to `count` after the `before` existing ones: the same ones repeatedly, with new numbers. Generating
 * texts takes most of the time, and the frequency of words determines the cost of a search.
 */
export async function growResources(
  connectionString: string,
  before: number,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off");
    await client.query('select ensure_resource_search_windows($1)', [count]);
    const index = await takeIndexes(client, count);
    // Foreign keys need not be checked, and staff tables are not measured.
    await client.query('set session_replication_role = replica');
    await client.query('create temporary table block (size integer, number bigint, token integer)');
    await copyRows(client, 'block (size, number, token)', blocksUpTo(count));
    await client.query('analyze block');
    for (let from = before; from < count; from += before) {
      const id = `('00000000-0000-7000-8000-' || lpad(to_hex(seq + ${from}), 12, '0'))::uuid`;
      const within = `seq <= ${Math.min(before, count - from)}`;
      // Tokens of blocks are the last ones of a row.
      const tokens = `trim_array(tokens, ${blockSizes.length}) || array[${blockSizes.map((size) => `b${size}.token`).join(', ')}]`;
      const joins = blockSizes.map(
        (size) =>
          `join block b${size} on b${size}.size = ${size} and b${size}.number = (seq + ${from}) / ${size}`,
      );
      await client.query(
        `insert into resource_search (seq, category, titles, tags, license, search_text, tokens)
         select seq + ${from}, category, titles, tags, license, search_text, ${tokens}
         from resource_search ${joins.join(' ')} where ${within} order by seq`,
      );
      await client.query(
        `insert into resource (id, seq, owner_id, state, category, title, description, language, tags, card,
           download_count, published_at, created_at, updated_at)
         select ${id}, seq + ${from}, owner_id, state, category, title, description, language, tags,
           replace(card, id::text, ${id}::text), download_count, published_at, created_at, updated_at
         from resource where ${within} order by seq`,
      );
      say(`… ${Math.min(from + before, count).toLocaleString('en')} are in`);
    }
    await client.query('truncate resource_count');
    await client.query(
      `insert into resource_count (category, stretch, published)
       select category, seq / ${stretchSize}, count(*) from resource_search group by 1, 2`,
    );
    await client.query("select setval('resource_seq', $1)", [count]);
    await index();
    say('… and indexed');
    await client.query(`update search_word set weight = weight * ${Math.round(count / before)}`);
    await vacuum(client);
  } finally {
    await client.end();
  }
}

function* blocksUpTo(count: number): Generator<[number, number, number]> {
  for (const size of blockSizes)
    for (let number = 0; number * size <= count; number++) {
      yield [size, number, blockToken(size, number * size)];
    }
}

type Index = { name: string; definition: string };

/**
 * Drops the indexes and returns statements that restore them, except for windows of ages that are old with `count`
 * resources: building them in bulk is several times faster than row by row.
 */
async function takeIndexes(client: pg.Client, count: number): Promise<() => Promise<void>> {
  const { rows } = await client.query<Index>(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
     where tablename = 'resource_search' and indexdef like '%USING gin%'
       or starts_with(indexname, 'resource_search_window_')
       or tablename = 'resource' and indexdef not like '%UNIQUE%'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  const windowsFrom = (Math.floor(count / ageSize) - agesWithWindows + 1) * (ageSize / windowSize);
  const isOld = ({ name }: Index) =>
    name.startsWith('resource_search_window_') && Number(name.split('_').at(-1)) < windowsFrom;
  return async () => {
    for (const index of rows) if (!isOld(index)) await client.query(index.definition);
  };
}

async function vacuum(client: pg.Client): Promise<void> {
  for (const table of ['resource', 'search_word', 'resource_search'])
    await client.query(`vacuum (analyze) ${table}`);
}

/** Same result as writeCards(), which is too slow for a million rows. */
function cardOf(resource: GeneratedResource, createdAt: string): string {
  const { seq, title, description, category, tags, language } = resource;
  return JSON.stringify({
    id: resourceId(seq),
    title,
    description,
    category,
    subcategory: '',
    resourceType: category,
    tags,
    license: 'all-rights-reserved',
    author: '공방',
    ownerUsername: 'maker',
    language,
    translations: {},
    imageUrl: null,
    image: null,
    downloadUrl: null,
    sourceSite: '',
    hasFile: false,
    createdAt,
  }).slice(0, -1);
}
