import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';

/**
 * Parses multipart forms as streams. The plugin's own hooks, which delete files saved to disk, are left out: nothing is
 * saved to disk here, and they would cost every request two promises and a listener.
 */
export const multipartStreams: FastifyPluginCallback = (app, options, done) => {
  const withoutHooks = Object.create(app, { addHook: { value: () => withoutHooks } }) as FastifyInstance;
  (fastifyMultipart as unknown as FastifyPluginCallback)(withoutHooks, options, done);
};
// Same effect as fastify-plugin: the decorators apply to the whole server.
Object.assign(multipartStreams, { [Symbol.for('skip-override')]: true });
