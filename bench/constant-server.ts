import Fastify from 'fastify';

/** The limit that lists are measured against: a bare Fastify that sends one buffer. */
const body = Buffer.from(process.argv[3] ?? '');
const app = Fastify();
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
