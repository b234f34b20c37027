import Fastify from 'fastify';

/** Minimal Fastify server: one route that returns a small object. */
const [, , port] = process.argv;
const app = Fastify();
const user = {
  id: '01890000-0000-7000-8000-000000000000',
  username: 'bench',
  fullName: '벤치 마크',
  email: 'bench@example.com',
  isAdmin: false,
  consentsDue: false,
  locale: 'ko',
  phoneVerified: false,
  bankRegistered: false,
  avatarUrl: null,
};
app.get('/', async () => user);
await app.listen({ port: Number(port), host: '127.0.0.1' });
