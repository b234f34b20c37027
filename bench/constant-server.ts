import Fastify from 'fastify';
import pg from 'pg';

/** References for lists: a bare Fastify that sends one buffer, and the same after the smallest possible PostgreSQL query. */
const [, , port, body = '', databaseUrl] = process.argv;
const buffer = Buffer.from(body);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const app = Fastify();
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(buffer));
app.get('/one', async (_request, reply) => {
  await pool.query({ name: 'one', text: 'select 1', values: [] });
  return reply.type('application/json; charset=utf-8').send(buffer);
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
