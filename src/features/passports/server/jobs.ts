import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { makeAtDelivery } from './commands.ts';
import { tellHolders } from './recalls.ts';

export function passportsJobs({ db }: { db: Db }) {
  const delivered: Job<{ orderId: string }> = ({ orderId }) => makeAtDelivery(db, orderId);
  const tell: Job<{ id: string; updateId?: string }> = (about) => tellHolders(db, about);
  return { 'orders.delivered': delivered, 'passports.tell': tell };
}
