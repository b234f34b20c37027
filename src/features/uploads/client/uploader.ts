import { DetailedError, Upload, type HttpRequest } from 'tus-js-client';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, describeError, getJson, noAnswer, refusal } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import type { UploadInfo } from '../contract.ts';
import { differenceOf, requestBytes, tusVersion, type Difference, type FileMark } from '../rules.ts';

/**
 * `forgotten` is one that the page no longer has the file of, because it was loaded anew: choosing the same file goes
 * on with it. `checking` waits for the virus scanner.
 */
export type UploadState =
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'offline'
  | 'forgotten'
  | 'checking'
  | 'finished'
  | 'failed';

export type UploadItem = {
  key: string;
  name: string;
  size: number;
  /** Bytes that have gone out; of what is not under way, those that the server has kept. */
  sent: number;
  state: UploadState;
  /** Bytes a second, of late; null while nothing can be said. */
  speed: number | null;
  /** Of the server, once it is known. */
  id: string | null;
  canRetry: boolean;
  problem: string;
  /** A file that was chosen to go on with, and is not the one that it began with. */
  other: { file: File; why: Difference } | null;
};

/** What is remembered over a reload: enough to know the same file again. */
type Remembered = FileMark & { id: string };

const storageKey = 'gongbang_uploads';
const mostAtOnce = 3;
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];
const shownEveryMs = 250;
const checkEveryMs = 2000;
/** When the server is asked what it has kept: it may still be writing down what came before a connection ended. */
const keptAfterMs = [500, 2000, 6000];
/** Weight of the newest measurement in the speed that is shown. */
const newestWeight = 0.3;
/** How much of a file's beginning and end tells it from another one of its name and size. */
const edgeBytes = 1024 * 1024;

type Task = Omit<UploadItem, 'canRetry'> & {
  file: File | null;
  modified: number;
  digest: string;
  upload: Upload | null;
  /** Bytes that the server has said it keeps: what has only gone out may never have come. */
  kept: number;
  measured: Measured;
};
type Measured = { at: number; sent: number };

function itemOf({ key, name, size, sent, state, speed, id, problem, other, file }: Task): UploadItem {
  const canRetry = state === 'failed' && file !== null;
  return { key, name, size, sent, state, speed, id, problem, other, canRetry };
}

function readRemembered(): Record<string, Remembered[]> {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {}) as Record<string, Remembered[]>;
  } catch {
    return {};
  }
}

function remember(form: string, uploads: Remembered[]): void {
  const all = readRemembered();
  delete all[form];
  if (uploads.length > 0) all[form] = uploads;
  try {
    localStorage.setItem(storageKey, JSON.stringify(all));
  } catch {
    // Without storage an upload cannot be gone on with after a reload; all else works.
  }
}

/** What a form attached is no longer on its way. */
export function forgetUploads(form: string): void {
  remember(form, []);
}

/** Sends files with the tus protocol. `form` names the form whose files they are, over reloads too. */
export function createUploader(options: {
  form: string;
  /** Why a file cannot be taken; '' where it can. */
  problemOf(file: File): string;
  onChange(items: UploadItem[]): void;
}) {
  const { form, onChange, problemOf } = options;
  let tasks: Task[] = [];
  let keys = 0;
  let closed = false;
  let shownAt = 0;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function show(): void {
    if (closed) return;
    shownAt = performance.now();
    onChange(tasks.map(itemOf));
  }

  function change(task: Task, to: Partial<Task>): void {
    Object.assign(task, to);
    const kept = tasks.filter(({ id, state }) => id !== null && state !== 'failed');
    remember(
      form,
      kept.map(({ id, name, size, modified, digest }) => ({ id: id ?? '', name, size, modified, digest })),
    );
    show();
  }

  function makeTask(from: Partial<Task> & { name: string; size: number }): Task {
    keys += 1;
    return {
      key: String(keys),
      sent: 0,
      state: 'waiting',
      speed: null,
      id: null,
      problem: '',
      other: null,
      file: null,
      modified: 0,
      digest: '',
      upload: null,
      kept: from.sent ?? 0,
      measured: { at: 0, sent: 0 },
      ...from,
    };
  }

  /** Goes on with what an earlier page began. */
  async function recall(): Promise<void> {
    const known = readRemembered()[form] ?? [];
    if (known.length === 0) return;
    const uploads = await getJson<UploadInfo[]>('/api/uploads');
    if (closed) return;
    for (const { id, modified, digest = '' } of known) {
      const found = uploads.find((each) => each.id === id);
      if (!found || tasks.some((task) => task.id === id)) continue;
      const { name, size, received: sent } = found;
      const task = makeTask({ name, size, sent, id, modified, digest });
      tasks.push(task);
      settle(task, found, 'forgotten');
    }
    show();
  }

  /** Takes over what the server says of an upload. */
  function settle(task: Task, { state, refusal: refused }: UploadInfo, otherwise: UploadState): void {
    // The same bytes are refused again.
    if (state === 'refused') change(task, { state: 'failed', problem: refused?.message ?? '', file: null });
    else if (state === 'finished') change(task, { state: 'finished', sent: task.size });
    else if (state === 'receiving') change(task, { state: otherwise });
    else {
      change(task, { state: 'checking', sent: task.size });
      later(checkEveryMs, () => void askAgain(task));
    }
  }

  async function askAgain(task: Task): Promise<void> {
    if (closed || !tasks.includes(task)) return;
    try {
      settle(task, await getJson<UploadInfo>(`/api/uploads/${task.id ?? ''}`), 'failed');
    } catch (error) {
      if (error instanceof ApiError && error.status === 404)
        change(task, { state: 'failed', problem: describeError(error) });
      else later(checkEveryMs, () => void askAgain(task));
    }
  }

  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  }

  const forgottenAs = ({ name }: File) =>
    tasks.find((task) => task.state === 'forgotten' && task.name.normalize('NFC') === name.normalize('NFC'));

  function add(files: Iterable<File>): void {
    for (const file of files) {
      const begun = forgottenAs(file);
      if (begun) void goOnWith(begun, file);
      else addNew(file);
    }
  }

  function addNew(file: File): void {
    const { name, size, lastModified: modified } = file;
    // Chosen twice is meant once.
    const isThere = tasks.some(
      ({ state, ...task }) =>
        state !== 'failed' &&
        state !== 'forgotten' &&
        task.name === name &&
        task.size === size &&
        task.modified === modified,
    );
    if (isThere) return;
    const problem = problemOf(file);
    const task = makeTask({
      name,
      size,
      modified,
      // What may not be sent at all has nothing to try again with.
      ...(problem ? { problem, state: 'failed' } : { file }),
    });
    tasks.push(task);
    if (!problem) {
      void digestEdges(file).then((digest) => tasks.includes(task) && change(task, { digest }));
    }
    show();
    startNext();
  }

  /** Goes on with what an earlier page began, if this is the file that it began with. */
  async function goOnWith(task: Task, file: File): Promise<void> {
    const digest = await digestEdges(file);
    if (closed || task.state !== 'forgotten' || !tasks.includes(task)) return;
    const { name, size, lastModified: modified } = file;
    const why = differenceOf(task, { name, size, modified, digest });
    if (why !== null) {
      change(task, { other: { file, why } });
      return;
    }
    change(task, { file, digest, modified, other: null, state: 'waiting' });
    startNext();
  }

  /** Files that were chosen to go on with one upload. */
  function chooseAgain(key: string, files: readonly File[]): void {
    const task = find(key);
    const [first] = files;
    // Whoever takes the file of another one that waits goes on with that.
    if (task?.state !== 'forgotten' || !first || files.some(forgottenAs)) add(files);
    else void goOnWith(task, first);
  }

  /** The file that was chosen instead is one of its own. */
  function addOther(key: string): void {
    const task = find(key);
    const other = task?.other;
    if (!task || !other) return;
    change(task, { other: null });
    addNew(other.file);
  }

  function startNext(): void {
    for (const task of tasks) {
      const busy = tasks.filter(({ state }) => state === 'sending').length;
      if (busy >= mostAtOnce) return;
      if (task.state === 'waiting') start(task);
    }
  }

  function start(task: Task): void {
    const { file } = task;
    if (!file) return;
    let isUnderway = false;
    const upload = new Upload(file, {
      endpoint: '/api/uploads',
      ...(task.id !== null && { uploadUrl: `/api/uploads/${task.id}` }),
      chunkSize: requestBytes,
      retryDelays: retryDelaysMs,
      // We remember ourselves, by form.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name },
      headers: { 'accept-language': currentLocale() },
      onBeforeRequest: async (request) => {
        await addChecksum(request, file);
        // Stopped meanwhile: it would be sent all the same, without its headers.
        if (task.upload !== upload) throw new Error('stopped');
      },
      onShouldRetry: (error) =>
        navigator.onLine && isPassing((error as DetailedError).originalResponse?.getStatus()),
      onUploadUrlAvailable: () => change(task, { id: upload.url?.split('/').at(-1) ?? null }),
      onProgress: (sent) => {
        if (task.upload !== upload) return;
        // What it begins with is what the server has.
        if (!isUnderway) task.kept = sent;
        isUnderway = true;
        measure(task, sent);
      },
      onChunkComplete: (_bytes, taken) => {
        task.kept = taken;
      },
      onSuccess: () => {
        change(task, { upload: null, speed: null });
        void askAgain(task);
        startNext();
      },
      onError: (error) => {
        if (task.upload !== upload) return;
        const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
        // What the server refused for good is refused again: there is nothing to go on with.
        const forGood = !isPassing(status);
        if (!navigator.onLine) rest(task, 'offline');
        else {
          rest(task, 'failed', {
            problem: wordsOf(error),
            ...(forGood && { file: null }),
          });
        }
        startNext();
      },
    });
    change(task, {
      upload,
      state: 'sending',
      problem: '',
      measured: { at: performance.now(), sent: task.sent },
    });
    upload.start();
  }

  function measure(task: Task, sent: number): void {
    const now = performance.now();
    const { measured } = task;
    task.sent = sent;
    const ms = now - measured.at;
    if (ms >= shownEveryMs) {
      // What a resumed upload had already is not speed.
      const recent =
        measured.sent > sent || measured.sent === 0 ? null : ((sent - measured.sent) / ms) * 1000;
      if (recent !== null)
        task.speed = task.speed === null ? recent : task.speed + (recent - task.speed) * newestWeight;
      task.measured = { at: now, sent };
    }
    if (now - shownAt >= shownEveryMs) show();
  }

  function find(key: string): Task | undefined {
    return tasks.find((task) => task.key === key);
  }

  function stop(task: Task, state: 'paused' | 'offline'): void {
    void task.upload?.abort();
    rest(task, state);
  }

  /** Nothing goes out any more: what is told is what the server has kept. */
  function rest(task: Task, state: UploadState, more: Partial<Task> = {}): void {
    change(task, { state, upload: null, speed: null, sent: task.kept, ...more });
    if (task.file && task.id !== null) for (const ms of keptAfterMs) later(ms, () => void askKept(task));
  }

  async function askKept(task: Task): Promise<void> {
    if (closed || !tasks.includes(task) || task.upload) return;
    // Whoever cannot be asked tells it when the upload goes on.
    const found = await getJson<UploadInfo>(`/api/uploads/${task.id ?? ''}`).catch(() => null);
    if (!found || found.received === task.kept || task.upload || !tasks.includes(task)) return;
    change(task, { kept: found.received, sent: found.received });
  }

  function pause(key: string): void {
    const task = find(key);
    if (task && (task.state === 'sending' || task.state === 'waiting' || task.state === 'offline')) {
      stop(task, 'paused');
      startNext();
    }
  }

  /** Goes on after a pause, or tries again what failed. */
  function resume(key: string): void {
    const task = find(key);
    if (!task || (task.state !== 'paused' && task.state !== 'failed')) return;
    change(task, { state: navigator.onLine ? 'waiting' : 'offline', problem: '' });
    startNext();
  }

  async function remove(key: string): Promise<void> {
    const task = find(key);
    if (!task) return;
    tasks = tasks.filter((each) => each !== task);
    await task.upload?.abort();
    change(task, {});
    startNext();
    // What is not there any more, or cannot be reached, goes by itself when it expires.
    if (task.id !== null) await removeUpload(task.id).catch(() => {});
  }

  const goOffline = () => {
    for (const task of tasks) if (task.state === 'sending') stop(task, 'offline');
  };
  const comeBack = () => {
    for (const task of tasks) if (task.state === 'offline') change(task, { state: 'waiting' });
    startNext();
  };
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', comeBack);

  return {
    recall,
    add,
    chooseAgain,
    addOther,
    pause,
    resume,
    remove,
    /** What has come belongs to something else now. */
    forget(): void {
      tasks = tasks.filter(({ state }) => state !== 'finished');
      forgetUploads(form);
      show();
    },
    close(): void {
      closed = true;
      window.removeEventListener('offline', goOffline);
      window.removeEventListener('online', comeBack);
      for (const timer of timers) clearTimeout(timer);
      for (const { upload } of tasks) void upload?.abort();
    },
  };
}

export type Uploader = ReturnType<typeof createUploader>;

export async function removeUpload(id: string): Promise<void> {
  await callApi(`/api/uploads/${id}`, { method: 'DELETE', headers: { 'tus-resumable': tusVersion } });
}

/** The digest of how a file begins and ends; '' where none can be counted. */
async function digestEdges(file: File): Promise<string> {
  // Only pages with TLS may count digests.
  if (!('subtle' in crypto)) return '';
  const edges = new Blob([file.slice(0, edgeBytes), file.slice(Math.max(edgeBytes, file.size - edgeBytes))]);
  try {
    const digest = await crypto.subtle.digest('SHA-256', await edges.arrayBuffer());
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  } catch {
    // A file that has changed or gone since it was chosen: sending it says so.
    return '';
  }
}

/** The digest of what one request carries, so that no damage on the way goes unnoticed. */
async function addChecksum(request: HttpRequest, file: File): Promise<void> {
  const offset = Number(request.getHeader('Upload-Offset') ?? Number.NaN);
  // Only pages with TLS may count digests.
  if (request.getMethod() !== 'PATCH' || Number.isNaN(offset) || !('subtle' in crypto)) return;
  const bytes = await file.slice(offset, Math.min(offset + requestBytes, file.size)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  request.setHeader('Upload-Checksum', `sha256 ${btoa(String.fromCharCode(...digest))}`);
}

/** Whether it may go better the next time. */
function isPassing(status: number | undefined): boolean {
  return status === undefined || status === 0 || status >= 500 || [409, 423, 429, 460].includes(status);
}

function wordsOf(error: Error | DetailedError): string {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (!answer) return describeError(noAnswer(false));
  return describeError(refusal(answer.getStatus(), '', answer.getBody()), m['uploads.failed']());
}
