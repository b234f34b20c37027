import { DetailedError, Upload, type HttpRequest } from 'tus-js-client';
import { m } from '#i18n/generated/messages.js';
import { ApiError, callApi, describeError, getJson, noAnswer, refusal } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { safeFileName } from '#platform/shared/file-name.ts';
import type { UploadInfo } from '../contract.ts';
import { differenceOf, requestBytes, tusVersion, type Difference, type FileMark } from '../rules.ts';

/**
 * `forgotten`: the page was reloaded and has lost the file; choosing the same one resumes the upload. `checking`
 * waits for the virus scanner.
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
  /** Bytes sent; for a paused upload, those that the server has stored. */
  sent: number;
  state: UploadState;
  /** Recent bytes per second; null while unknown. */
  speed: number | null;
  /** Id on the server; null before its creation. */
  id: string | null;
  canRetry: boolean;
  problem: string;
  /** File that was chosen to resume, but differs from the original. */
  other: { file: File; why: Difference } | null;
};

/** Data that is kept across reloads to recognise the file. */
type Remembered = FileMark & { id: string };

const storageKey = 'gongbang_uploads';
const maxAtOnce = 3;
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];
const shownEveryMs = 250;
const checkEveryMs = 2000;
/** Delays before the server is asked for the stored bytes: it may still be writing after a connection ended. */
const keptAfterMs = [500, 2000, 6000];
/** Weight of the latest measurement in the shown speed. */
const newestWeight = 0.3;
/** Size of a file's beginning and end that are hashed, to distinguish files of the same name and size. */
const edgeBytes = 1024 * 1024;

type Task = Omit<UploadItem, 'canRetry'> & {
  file: File | null;
  modified: number;
  digest: string;
  upload: Upload | null;
  /** Bytes confirmed by the server; sent bytes may have been lost. */
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
    // Without storage an upload cannot be resumed after a reload; everything else works.
  }
}

/** Forgets uploads that were submitted with a form. */
export function forgetUploads(form: string): void {
  remember(form, []);
}

/** Creates an uploader for the tus protocol. `form` identifies the form across reloads. */
export function createUploader(options: {
  form: string;
  /** Returns why a file is refused; empty if it is accepted. */
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

  /** Recalls unfinished uploads of an earlier page. */
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

  /** Applies the server's state of an upload. */
  function settle(task: Task, { state, refusal: refused }: UploadInfo, otherwise: UploadState): void {
    // The same bytes would be refused again.
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
    tasks.find((task) => task.state === 'forgotten' && safeFileName(task.name) === safeFileName(name));

  function add(files: Iterable<File>): void {
    for (const file of files) {
      const begun = forgottenAs(file);
      if (begun) void goOnWith(begun, file);
      else addNew(file);
    }
  }

  function addNew(file: File): void {
    const { name, size, lastModified: modified } = file;
    // A file that is chosen twice is added once.
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
      // A refused file is dropped, because a retry is pointless.
      ...(problem ? { problem, state: 'failed' } : { file }),
    });
    tasks.push(task);
    if (!problem) {
      void digestEdges(file).then((digest) => tasks.includes(task) && change(task, { digest }));
    }
    show();
    startNext();
  }

  /** Resumes an upload if this is its original file. */
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

  /** Handles files that were chosen to resume an upload. */
  function chooseAgain(key: string, files: readonly File[]): void {
    const task = find(key);
    const [first] = files;
    // A file that belongs to another forgotten upload resumes that one.
    if (task?.state !== 'forgotten' || !first || files.some(forgottenAs)) add(files);
    else void goOnWith(task, first);
  }

  /** Adds the differing file as an upload of its own. */
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
      if (busy >= maxAtOnce) return;
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
      // We store fingerprints ourselves, by form.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name },
      headers: { 'accept-language': currentLocale() },
      onBeforeRequest: async (request) => {
        await addChecksum(request, file);
        // Stopped meanwhile: otherwise it would be sent without its headers.
        if (task.upload !== upload) throw new Error('stopped');
      },
      onShouldRetry: (error) =>
        navigator.onLine && isPassing((error as DetailedError).originalResponse?.getStatus()),
      onUploadUrlAvailable: () => change(task, { id: upload.url?.split('/').at(-1) ?? null }),
      onProgress: (sent) => {
        if (task.upload !== upload) return;
        // The first reported offset is what the server has stored.
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
        // A permanent refusal would be repeated, so there is nothing to resume.
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
      // Bytes stored before a resumed upload do not count for its speed.
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

  /** Stops sending, and shows the bytes that the server has stored. */
  function rest(task: Task, state: UploadState, more: Partial<Task> = {}): void {
    change(task, { state, upload: null, speed: null, sent: task.kept, ...more });
    if (task.file && task.id !== null) for (const ms of keptAfterMs) later(ms, () => void askKept(task));
  }

  async function askKept(task: Task): Promise<void> {
    if (closed || !tasks.includes(task) || task.upload) return;
    // If the server is unreachable, the offset is learnt when the upload resumes.
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

  /** Resumes after a pause, or retries after a failure. */
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
    // If the server is unreachable, the upload expires by itself.
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
    /** Uploaded files belong to the submitted form now. */
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

/** Returns a digest of a file's beginning and end; empty if it cannot be calculated. */
async function digestEdges(file: File): Promise<string> {
  // The Web Crypto API needs a secure context.
  if (!('subtle' in crypto)) return '';
  const edges = new Blob([file.slice(0, edgeBytes), file.slice(Math.max(edgeBytes, file.size - edgeBytes))]);
  try {
    const digest = await crypto.subtle.digest('SHA-256', await edges.arrayBuffer());
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  } catch {
    // The file has changed or gone since it was chosen; sending it reports that.
    return '';
  }
}

/** Adds a checksum of the request's bytes, so that damage in transit is detected. */
async function addChecksum(request: HttpRequest, file: File): Promise<void> {
  const offset = Number(request.getHeader('Upload-Offset') ?? Number.NaN);
  // The Web Crypto API needs a secure context.
  if (request.getMethod() !== 'PATCH' || Number.isNaN(offset) || !('subtle' in crypto)) return;
  const bytes = await file.slice(offset, Math.min(offset + requestBytes, file.size)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  request.setHeader('Upload-Checksum', `sha256 ${btoa(String.fromCharCode(...digest))}`);
}

/** Returns whether a retry may succeed. */
function isPassing(status: number | undefined): boolean {
  return status === undefined || status === 0 || status >= 500 || [409, 423, 429, 460].includes(status);
}

function wordsOf(error: Error | DetailedError): string {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  if (!answer) return describeError(noAnswer(false));
  return describeError(refusal(answer.getStatus(), '', answer.getBody()), m['uploads.failed']());
}
