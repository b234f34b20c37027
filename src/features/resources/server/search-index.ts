import type { Trx } from '#platform/server/db.ts';
export async function indexResource(_trx: Trx, _row: { seq: number; published: boolean; category: string; title: string; description: string; tags: string[]; translations: Record<string, { title?: string; description?: string }> }): Promise<void> {}
