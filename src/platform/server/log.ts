import type { FastifyServerOptions } from 'fastify';

/** What must never stand in a log, wherever an object that holds it is logged. */
const secretPaths = [
  'req.headers.cookie',
  'req.headers.authorization',
  'headers.cookie',
  'headers.authorization',
  'headers["set-cookie"]',
  'password',
  '*.password',
  'token',
  '*.token',
  'secret',
  '*.secret',
  'code',
  'body.code',
];

export function loggerOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    redact: { paths: secretPaths, censor: '[redacted]' },
    base: { app: 'gongbang' },
    serializers: {
      // A path's query may hold search terms or tokens, so it stays out of the log.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        stack: error.stack ?? '',
        errorCode: error.code,
      }),
    },
  };
}
