import pg from 'pg';
import { foldWords, weigh } from '../src/features/search/server/vocabulary.ts';
import { connectDatabase } from '../src/platform/server/db.ts';
import { searchRow, stretchSize } from '../src/features/resources/server/search-index.ts';
import { arrayLiteral, copyRows } from './copy-rows.ts';
import { generateResources, type GeneratedResource, type Vocabulary } from './generated-resources.ts';

const owner = '00000000-0000-7000-8000-00000000a117';

export function resourceId(seq: number): string {
  return `00000000-0000-7000-8000-${seq.toString(16).padStart(12, '0')}`;
}

/** Fills an empty, migrated database with `count` published resources as publishing them one by one would. */
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
    // Building the indexes at once is several times faster than row by row. They are put back as they were.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
       where tablename = 'resource_search' and indexdef like '%USING gin%'
         or tablename = 'resource' and indexdef like '%WHERE%'`,
    );
    for (const index of indexes) await client.query(`drop index ${index.name}`);

    // What tables of staff find is not what is measured here, and row by row it takes as long as everything else.
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
    for (const index of indexes) await client.query(index.definition);
    say('… and indexed');
    await copyRows(client, 'search_word_change (word, change)', weights);
    const { db, close } = connectDatabase(connectionString, { poolSize: 1, onError: () => {} });
    await foldWords(db);
    await close();
    say(`… and ${weights.size.toLocaleString('en')} words`);
    await client.query('vacuum (analyze) resource');
    await client.query('vacuum (analyze) search_word');
    await client.query('vacuum (analyze) resource_search');
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

/** What writeCards() would store: too slow for a million rows after the fact. */
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
