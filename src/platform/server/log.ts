import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

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

/** Longest that a line waits for others, and most that wait: a system call for each would cost more than the answer. */
const flushMs = 50;
const flushAtCharacters = 64 * 1024;

let lines = '';

function flush(): void {
  if (lines === '') return;
  const waiting = lines;
  lines = '';
  process.stdout.write(waiting);
}

/** Standard output, written in batches; nothing is lost when the process ends by itself. */
const batchedOutput = {
  write(line: string): void {
    if (lines === '') setTimeout(flush, flushMs);
    lines += line;
    if (lines.length > flushAtCharacters) flush();
  },
};
process.once('exit', flush);

/** The line of one answered request, in pino's form without its cost: there is one for each, and nothing in it to hide. */
export function logAnswered(answer: {
  reqId: string;
  method: string;
  url: string;
  route: string;
  status: number;
  ms: number;
}): void {
  const { reqId, method, url, route, status, ms } = answer;
  // A path's query may hold search terms or tokens, so it stays out of the log.
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

/** The logger of one request, made when it logs for the first time: few requests ever do. */
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
      // A path's query may hold search terms or tokens, so it stays out of the log.
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
  /** What an AggregateError stands for, the first of them. */
  errors?: LoggedError[];
};

/** As much as tells what happened: errors are made of others, and those of others again. This many of one error in all. */
const mostErrors = 20;

function describeError(error: unknown, left = { errors: mostErrors }): LoggedError {
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
