import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
export type ResourceList = { json: string; total: number; totalIsExact: boolean; page: number; pageCount: number };
export async function listResources(db: Db, q: { search?: string; category?: string; tag?: string; sort: string; page: number; limit: number }, _cache?: unknown): Promise<ResourceList> {
  const like = '%' + (q.search ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&') + '%';
  const where = sql`r.state='published' and (${q.category ?? null}::text is null or r.category=${q.category ?? null}) and lower(r.title||' '||r.description||' '||array_to_string(r.tags,' ')||' '||r.translations::text) like ${like}`;
  const total = Number((await sql<{ n: number }>`select count(*) as n from resource r where ${where}`.execute(db)).rows[0]?.n);
  const pageCount = Math.max(1, Math.ceil(total / q.limit));
  const page = Math.min(q.page, pageCount);
  const r = await sql<{ j: string }>`select coalesce(json_agg(x order by x.seq desc), '[]')::text as j from (select r.seq, r.id, r.title, left(r.description,300) as description, r.category, r.category as "resourceType", r.subcategory, r.tags, r.license, coalesce(nullif(r.author,''), p.name) as author, p.display_username as "ownerUsername", r.language, r.translations, (select '/api/images/'||i.id||'/480.webp' from resource_image i where i.resource_id=r.id order by position limit 1) as "imageUrl", (select json_build_object('id',i.id,'width',i.width,'height',i.height,'widths',i.widths) from resource_image i where i.resource_id=r.id order by position limit 1) as image, r.download_url as "downloadUrl", r.source_site as "sourceSite", exists(select 1 from resource_file f where f.resource_id=r.id) as "hasFile", r.download_count as "downloadCount", r.like_count as "likeCount", r.comment_count as "commentCount", r.published_at as "createdAt" from resource r join person p on p.id=r.owner_id where ${where} order by r.seq desc limit ${q.limit} offset ${(page - 1) * q.limit}) x`.execute(db);
  return { json: r.rows[0]?.j ?? '[]', total, totalIsExact: true, page, pageCount };
}
