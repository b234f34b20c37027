import { ApiError, noAnswer, parseAnswer, refusal, sendWrite } from './fetcher.ts';
import { timeoutMs } from './retries.ts';

type FormOptions = {
  idempotencyKey: string;
  locale: string;
  onProgress(fraction: number): void;
  signal: AbortSignal;
};

/**
 * Sends a multipart form. The key makes retries of the same creation idempotent; an edit has no key, so it is never
 * retried.
 */
export function sendForm<Answer>(
  method: 'POST' | 'PATCH',
  path: string,
  form: FormData,
  options: FormOptions,
): Promise<Answer> {
  return sendWrite(`${method} ${path}`, () => sendFormOnce(method, path, form, options), method === 'POST');
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
function sendFormOnce<Answer>(
  method: 'POST' | 'PATCH',
  path: string,
  form: FormData,
  options: FormOptions,
): Promise<Answer> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timedOut = false;
    let timer: ReturnType<typeof setTimeout>;
    // A large file may take any time as long as it makes progress, so the timeout restarts.
    const waitOn = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          timedOut = true;
          request.abort();
        },
        timeoutMs(method, path),
      );
    };
    const leave = () => request.abort();
    signal.addEventListener('abort', leave);
    request.open(method, path);
    request.responseType = 'text';
    request.setRequestHeader('accept-language', options.locale);
    request.setRequestHeader('idempotency-key', options.idempotencyKey);
    request.upload.onprogress = (event) => {
      waitOn();
      if (event.lengthComputable) options.onProgress(event.loaded / event.total);
    };
    request.onerror = () => reject(noAnswer(false));
    request.onabort = () => reject(timedOut ? noAnswer(true) : new ApiError(0, 'aborted', ''));
    request.onload = () => {
      try {
        if (request.status < 200 || request.status >= 300)
          throw refusal(request.status, request.statusText, request.responseText);
        resolve(parseAnswer(request.status, request.responseText) as Answer);
      } catch (error) {
        reject(error);
      }
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    };
    waitOn();
    request.send(form);
  });
}

/** Browsers send an empty file chooser as an empty file. */
export function withoutEmptyFiles(data: FormData): FormData {
  for (const [name, value] of Array.from(data)) {
    if (value instanceof File && value.size === 0 && value.name === '') data.delete(name);
  }
  return data;
}
