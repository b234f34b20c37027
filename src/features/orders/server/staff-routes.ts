import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { serveTable } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { canListOrders } from '../access.ts';
import { disputesQuery, staffDispute, staffOrder, staffOrderDetail, staffOrdersQuery } from '../contract.ts';
import type { Terms } from '../rules.ts';
import {
  csvColumns,
  disputeColumns,
  exportDisputes,
  exportForStaff,
  getForStaff,
  listDisputes,
  listForStaff,
} from './staff-table.ts';

/** Routes of orders and disputes for staff. Changes are made through events of an order, or through the books. */
export function staffRoutes(
  app: App,
  deps: { db: Db; sessions: Sessions; vault: Vault; terms: Terms },
): void {
  const { db, terms } = deps;
  const tags = ['orders', 'admin'];
  serveTable(app, deps, {
    list: 'orders',
    tags,
    rows: 'All orders',
    description:
      'A search is a part of the title or of a name, an order’s number or id, or the id of its payment.',
    may: canListOrders,
    query: staffOrdersQuery,
    row: staffOrder,
    find: (wanted) => listForStaff(db, wanted),
    findAll: (wanted) => exportForStaff(db, wanted),
    csv: { file: 'gongbang-orders', table: 'orders', columns: csvColumns },
  });
  serveTable(app, deps, {
    list: 'disputes',
    tags,
    rows: 'Orders in dispute and open claims, what is overdue first',
    may: canListOrders,
    query: disputesQuery,
    row: staffDispute,
    find: (wanted) => listDisputes(db, terms, wanted),
    findAll: (wanted) => exportDisputes(db, terms, wanted),
    csv: { file: 'gongbang-disputes', table: 'order_dispute', columns: disputeColumns },
  });

  app.get(
    '/api/admin/orders/:id',
    {
      config: { access: canListOrders },
      schema: {
        tags,
        summary: 'Whose turn an order is, and what its provider is owed and why that waits; for staff',
        params: z.object({ id: z.string() }),
        response: { 200: staffOrderDetail, 401: errorSchema, 403: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      await deps.sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await getForStaff(deps, request.params.id));
    },
  );
}
