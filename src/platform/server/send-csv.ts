import type { FastifyReply } from 'fastify';

/** Sends a spreadsheet as a download. */
export function sendCsv(reply: FastifyReply, name: string, csv: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(csv);
}
