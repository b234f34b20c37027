import { z } from 'zod';
import { roles } from '#platform/shared/roles.ts';

const days = z.array(z.object({ day: z.string(), value: z.number() }));
/** Queues of open tasks, each of which a staff page handles. */
export const queueNames = [
  'appeals',
  'disputes',
  'reports',
  'payouts',
  'failedPayouts',
  'refunds',
  'findings',
  'adjustments',
  'banners',
  'jobs',
] as const;

export const overview = z.object({
  users: z.number(),
  services: z.number().describe('Active ones.'),
  resources: z.number().describe('Published ones.'),
  auctions: z.number().describe('Those that bids are taken for.'),
  orders: z.number().describe('Those that are not over.'),
  trends: z
    .object({ users: days, resources: days, orders: days })
    .describe('New ones of each of the last 30 Korean days.'),
  money: z
    .object({
      escrow: z.number().describe('Held for orders.'),
      sponsors: z.number().describe('Held of what sponsors gave and may take back.'),
      bounties: z.number().describe('Held for bounties of things wanted.'),
      payable: z.number(),
      paid: days.describe('What buyers paid on each of the last 30 Korean days, in won.'),
    })
    .nullable()
    .describe('For whoever may see money.'),
  queues: z
    .array(z.object({ name: z.enum(queueNames), count: z.number() }))
    .describe('What waits for a person, of what this one may look after.'),
  recentUsers: z.array(
    z.object({
      id: z.uuid(),
      username: z.string(),
      fullName: z.string(),
      role: z.enum(roles),
      createdAt: z.iso.datetime(),
    }),
  ),
  recentResources: z.array(
    z.object({ id: z.uuid(), title: z.string(), owner: z.string(), createdAt: z.iso.datetime() }),
  ),
});
export type Overview = z.infer<typeof overview>;
