import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { RemixTree, ResourceState } from '../contract.ts';
import type { Actor } from './commands.ts';
import { imageUrl, findVisible } from './queries.ts';

/** Limits of the remixes on a page: generations and total. */
const shownGenerations = 4;
const maxRemixes = 60;

/** Returns the public originals and remixes of a resource. */
export async function getRemixTree(db: Db, actor: Actor, id: string): Promise<RemixTree> {
  await findVisible(db, actor, id);
  const [origins, remixes] = await Promise.all([
    sql<{ id: string; title: string; ownerName: string; license: string; state: ResourceState }>`
      with recursive origin as (
        select remix_of as id, 1 as depth from resource where id = ${id}
        union all
        select r.remix_of, depth + 1 from resource r join origin on r.id = origin.id where depth < 20
      )
      select r.id, r.title, r.license, r.state, owner.name as owner_name
      from origin join resource r on r.id = origin.id join person owner on owner.id = r.owner_id
      order by depth desc`.execute(db),
    sql<{
      id: string;
      parentId: string;
      title: string;
      ownerName: string;
      imageId: string | null;
      total: number;
    }>`
      with recursive remix as (
        select id, remix_of, seq, 1 as depth from resource where remix_of = ${id} and state = 'published'
        union all
        select r.id, r.remix_of, r.seq, depth + 1 from resource r join remix on r.remix_of = remix.id
        where r.state = 'published' and depth < ${shownGenerations}
      )
      select r.id, r.remix_of as parent_id, r.title, owner.name as owner_name,
        (select i.id from resource_image i where i.resource_id = r.id order by i.position limit 1) as image_id,
        count(*) over ()::integer as total
      from remix join resource r using (id) join person owner on owner.id = r.owner_id
      order by remix.depth, r.seq desc limit ${maxRemixes}`.execute(db),
  ]);
  return {
    ancestors: origins.rows.map(({ state, ...origin }) => (state === 'published' ? origin : null)),
    remixes: remixes.rows.map(({ id: remixId, parentId, title, ownerName, imageId }) => ({
      id: remixId,
      parentId,
      title,
      ownerName,
      imageUrl: imageId === null ? null : imageUrl(imageId, 480),
    })),
    total: remixes.rows[0]?.total ?? 0,
  };
}
