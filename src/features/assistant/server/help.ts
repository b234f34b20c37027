import { askPath } from '#features/community/server/public.ts';
import { helpPath, stepCount } from '#features/support/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { GuideRow } from './queries.ts';

/** Lead to the forms in which help is asked for: of one person, and of everybody. */
export type HelpAddresses = { support: string; community: string };

/** With what is known of the trouble. */
export async function helpAddresses(
  db: Db,
  guide: Pick<GuideRow, 'resourceId'> | null,
  step: number,
  problem: string,
): Promise<HelpAddresses> {
  const about = new URLSearchParams();
  if (guide?.resourceId) {
    about.set('resource', guide.resourceId);
    // Steps that were found in the texts of a resource are none of its own, and a newer version may have fewer.
    if (step <= (await stepCount(db, guide.resourceId))) about.set('step', String(step));
  }
  about.set('problem', problem);
  return { support: `${helpPath}?${about}`, community: `${askPath}?${about}` };
}
