import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

/** Paths of values that are redacted in every logged object. */
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

/** Maximum delay and size of a batch of lines: a system call for each line would cost more than the response. */
const flushMs = 50;
const flushAtCharacters = 64 * 1024;

let lines = '';

function flush(): void {
  if (lines === '') return;
  const waiting = lines;
  lines = '';
  process.stdout.write(waiting);
}

/** Writes to standard output in batches; a normal exit loses nothing. */
const batchedOutput = {
  write(line: string): void {
    if (lines === '') setTimeout(flush, flushMs);
    lines += line;
    if (lines.length > flushAtCharacters) flush();
  },
};
process.once('exit', flush);

/**
 * Writes the log line of one request in pino's format without pino's cost: there is one for each request, and it holds
 * nothing to redact.
 */
export function logAnswered(answer: {
  reqId: string;
  method: string;
  url: string;
  route: string;
  status: number;
  ms: number;
}): void {
  const { reqId, method, url, route, status, ms } = answer;
  // The query string may hold search terms or tokens, so it is not logged.
  const req = { method, path: url.split('?', 1)[0] };
  const line = {
    level: 30,
    time: Date.now(),
    app: 'gongbang',
    reqId,
    req,
    route,
    status,
    ms,
    msg: 'answered',
  };
  batchedOutput.write(`${JSON.stringify(line)}\n`);
}

type Line = Parameters<FastifyBaseLogger['info']>;

/** Logger of one request, created when it first logs: few requests ever do. */
class RequestLog {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level(): string {
    return this.#log.level;
  }
  set level(level: string) {
    this.#log.level = level;
  }
  trace(...line: Line): void {
    this.#log.trace(...line);
  }
  debug(...line: Line): void {
    this.#log.debug(...line);
  }
  info(...line: Line): void {
    this.#log.info(...line);
  }
  warn(...line: Line): void {
    this.#log.warn(...line);
  }
  error(...line: Line): void {
    this.#log.error(...line);
  }
  fatal(...line: Line): void {
    this.#log.fatal(...line);
  }
  silent(...line: Line): void {
    this.#log.silent(...line);
  }
  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...options);
  }
}

export const makeRequestLog: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
) => new RequestLog(() => logger.child(bindings, options)) as unknown as FastifyBaseLogger;

export function loggerOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    stream: batchedOutput,
    redact: { paths: secretPaths, censor: '[redacted]' },
    base: { app: 'gongbang' },
    serializers: {
      // The query string may hold search terms or tokens, so it is not logged.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      err: (error: unknown) => describeError(error),
    },
  };
}

type LoggedError = {
  type: string;
  message: string;
  stack: string;
  errorCode?: string;
  cause?: LoggedError;
  /** First errors of an AggregateError. */
  errors?: LoggedError[];
};

/** Maximum number of nested errors that are logged for one error, over all levels. */
const maxErrors = 20;

function describeError(error: unknown, left = { errors: maxErrors }): LoggedError {
  left.errors -= 1;
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code } = error as { code?: string };
  const within = error instanceof AggregateError ? error.errors : [];
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(code !== undefined && { errorCode: code }),
    ...(error.cause !== undefined && left.errors > 0 && { cause: describeError(error.cause, left) }),
    ...(within.length > 0 && {
      errors: within.flatMap((each) => (left.errors > 0 ? describeError(each, left) : [])),
    }),
  };
}
