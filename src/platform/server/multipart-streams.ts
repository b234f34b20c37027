import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';

/**
 * Reads forms with files as streams. The plugin's own hooks take away what it has saved to disk, which it never does
 * here; they would cost every request of the server two promises and a listener.
 */
export const multipartStreams: FastifyPluginCallback = (app, options, done) => {
  const withoutHooks = Object.create(app, { addHook: { value: () => withoutHooks } }) as FastifyInstance;
  (fastifyMultipart as unknown as FastifyPluginCallback)(withoutHooks, options, done);
};
// As of fastify-plugin: what it adds is for the whole server.
Object.assign(multipartStreams, { [Symbol.for('skip-override')]: true });
