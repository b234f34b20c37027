import { askPath } from '#features/community/server/public.ts';
import { helpPath, stepCount } from '#features/support/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { GuideRow } from './queries.ts';

/** Addresses of the forms to ask one helper or the community. */
export type HelpAddresses = { support: string; community: string };

/** Adds what is known about the problem to the addresses. */
export async function helpAddresses(
  db: Db,
  guide: Pick<GuideRow, 'resourceId'> | null,
  step: number,
  problem: string,
): Promise<HelpAddresses> {
  const about = new URLSearchParams();
  if (guide?.resourceId) {
    about.set('resource', guide.resourceId);
    // Steps that were found in the texts of a resource are not its own, and a newer version may have fewer.
    if (step <= (await stepCount(db, guide.resourceId))) about.set('step', String(step));
  }
  about.set('problem', problem);
  return { support: `${helpPath}?${about}`, community: `${askPath}?${about}` };
}
