import { Check, CircleDashed, LoaderCircle, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Upload } from 'tus-js-client';
import { m } from '#i18n/generated/messages.js';
import { callApi, describeError, getJson } from '#platform/client/fetcher.ts';
import { formatSize } from '#platform/client/format-size.ts';
import { Button } from '#ui/button.tsx';
import type { UploadInfo } from '../contract.ts';
import { removeUpload } from './uploader.ts';

const testBytes = 4 * 1024 * 1024;
const requestBytes = 1024 * 1024;
const settleMs = 1000;

const steps = ['server', 'create', 'interrupt', 'resume', 'compare', 'remove'] as const;
type Step = (typeof steps)[number];
type StepState = 'waiting' | 'running' | 'done' | 'failed';

const stepWords: Record<Step, () => string> = {
  server: () => m['uploads.test.step.server'](),
  create: () => m['uploads.test.step.create']({ size: formatSize(testBytes) }),
  interrupt: () => m['uploads.test.step.interrupt'](),
  resume: () => m['uploads.test.step.resume'](),
  compare: () => m['uploads.test.step.compare'](),
  remove: () => m['uploads.test.step.remove'](),
};
const looks = {
  waiting: { Icon: CircleDashed, words: () => m['uploads.test.state.waiting'](), look: 'text-ink-soft' },
  running: { Icon: LoaderCircle, words: () => m['uploads.test.state.running'](), look: 'text-ink-soft' },
  done: { Icon: Check, words: () => m['uploads.test.state.done'](), look: 'text-accent-strong' },
  failed: { Icon: X, words: () => m['uploads.test.state.failed'](), look: 'text-danger' },
} as const;

/** Tests the connection by uploading a generated file in every way, and removes it again. */
export function UploadTest() {
  const [states, setStates] = useState<Partial<Record<Step, StepState>>>({});
  const [outcome, setOutcome] = useState<'running' | 'done' | 'broken' | null>(null);
  const [problem, setProblem] = useState('');
  const [speed, setSpeed] = useState<number | null>(null);
  const isRunning = useRef(false);

  async function run(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setStates({});
    setProblem('');
    setSpeed(null);
    setOutcome('running');
    let uploadId: string | null = null;
    const step = async <Result,>(name: Step, act: () => Promise<Result>): Promise<Result> => {
      setStates((before) => ({ ...before, [name]: 'running' }));
      try {
        const result = await act();
        setStates((before) => ({ ...before, [name]: 'done' }));
        return result;
      } catch (error) {
        setStates((before) => ({ ...before, [name]: 'failed' }));
        throw error;
      }
    };
    try {
      await step('server', () => callApi('/api/uploads', { method: 'OPTIONS' }));
      const file = await makeFile();
      const began = performance.now();
      const first = await step('create', () => send(file, null, requestBytes));
      uploadId = first.id;
      await step('interrupt', async () => {
        await first.stop();
        // The server may still be writing what has arrived.
        await new Promise((resolve) => setTimeout(resolve, settleMs));
      });
      const second = await step('resume', () => send(file, uploadId, null));
      setSpeed((testBytes / Math.max(1, performance.now() - began)) * 1000);
      await step('compare', () => assertSame(file, second.id));
      setOutcome('done');
    } catch (error) {
      setProblem(describeError(error));
      setOutcome('broken');
    }
    const id = uploadId;
    if (id !== null) await step('remove', () => removeUpload(id)).catch(() => setOutcome('broken'));
    isRunning.current = false;
  }

  return (
    <div className="grid justify-items-start gap-6">
      <ol className="grid w-full gap-2">
        {steps.map((name) => {
          const { Icon, words, look } = looks[states[name] ?? 'waiting'];
          return (
            <li
              key={name}
              className="flex items-center justify-between gap-4 rounded-md border border-line bg-surface p-4"
            >
              <span>{stepWords[name]()}</span>
              <span className={`flex shrink-0 items-center gap-2 font-semibold ${look}`}>
                <Icon aria-hidden="true" className="size-5" />
                {words()}
              </span>
            </li>
          );
        })}
      </ol>
      <div role="status" className="font-semibold">
        {outcome === 'running' && m['uploads.test.running']()}
        {outcome === 'done' && m['uploads.test.done']()}
        {outcome === 'broken' && `${m['uploads.test.broken']()} ${problem}`}
        {speed !== null && ` ${m['uploads.test.speed']({ size: formatSize(speed) })}`}
      </div>
      <Button aria-disabled={outcome === 'running'} onClick={() => void run()}>
        {outcome === null ? m['uploads.test.start']() : m['uploads.test.again']()}
      </Button>
    </div>
  );
}

/** Numbered lines: valid text, and different at every position. */
async function makeFile(): Promise<File> {
  const lines = Array.from({ length: testBytes / 32 }, (_, line) => `${String(line).padEnd(31, '.')}\n`);
  return new File(lines, 'gongbang-upload-test.txt', { type: 'text/plain' });
}

/** Uploads until the server has accepted `until` bytes, or to the end. */
function send(
  file: File,
  id: string | null,
  until: number | null,
): Promise<{ id: string; stop(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const idOf = () => upload.url?.split('/').at(-1) ?? '';
    const upload = new Upload(file, {
      endpoint: '/api/uploads',
      ...(id !== null && { uploadUrl: `/api/uploads/${id}` }),
      chunkSize: requestBytes,
      storeFingerprintForResuming: false,
      metadata: { filename: file.name },
      onError: reject,
      onChunkComplete: (_bytes, taken) => {
        if (until !== null && taken >= until) resolve({ id: idOf(), stop: () => upload.abort() });
      },
      onSuccess: () => resolve({ id: idOf(), stop: () => upload.abort() }),
    });
    upload.start();
  });
}

async function assertSame(file: File, id: string): Promise<void> {
  const { received, sha256 } = await getJson<UploadInfo>(`/api/uploads/${id}`);
  const isCountable = 'subtle' in crypto;
  const digest = isCountable
    ? [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
    : sha256;
  if (received !== file.size || sha256 !== digest) throw new Error('not the same');
}
