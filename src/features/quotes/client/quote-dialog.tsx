import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import type { Unit } from '#platform/shared/models/mesh.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { PartInput, PrinterOffer } from '../contract.ts';
import type { Print } from '../rules.ts';
import { askForQuote, quoteQuery } from './api.ts';
import { sendModel } from './send-model.ts';
import { formatCount, formatPercent, priceOrFree } from './words.ts';

/** Origin of the model: a resource, or a local file that is uploaded only for a quote. */
export type Source =
  | { resourceFileId: string }
  | { file: File; uploadId: string | null; onSent(uploadId: string | null): void };

type State =
  | { step: 'asking' | 'quoting' }
  | { step: 'sending'; part: number; offline: boolean }
  | { step: 'failed'; words: string };

/** Snapshot of the choices, because the page behind the dialog can change. */
export type Question = {
  service: PrinterOffer;
  estimated: number;
  parts: readonly { print: Print; unit: Unit | undefined; source: Source }[];
};
type FileSource = Extract<Source, { file: File }>;

/** Turns an estimate of all parts into a binding quote. A local file is uploaded only after a confirmation. */
export function QuoteDialog({ about, onClose }: { about: Question; onClose(): void }) {
  const { service, estimated, parts } = about;
  const client = useQueryClient();
  const navigate = useNavigate();
  const local = parts.map(({ source }) => source).find((source): source is FileSource => 'file' in source);
  const [uploadId, setUploadId] = useState(local?.uploadId ?? null);
  // A retry with this key is the same quote; another upload gets another key.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const mustSend = local !== undefined && uploadId === null;
  // What is here already is quoted by the press that opened this: only sending a file is asked about.
  const [state, setState] = useState<State>({ step: mustSend ? 'asking' : 'quoting' });
  const stop = useRef<AbortController>(null);

  function note(sent: string | null): void {
    setUploadId(sent);
    local?.onSent(sent);
  }

  async function fileOf(
    source: Source,
    signal: AbortSignal,
  ): Promise<{ resourceFileId: string } | { uploadId: string }> {
    if ('resourceFileId' in source) return { resourceFileId: source.resourceFileId };
    if (uploadId !== null) return { uploadId };
    setState({ step: 'sending', part: 0, offline: false });
    const sent = await sendModel(source.file, {
      signal,
      onProgress: (part, offline) => setState({ step: 'sending', part, offline }),
    });
    note(sent);
    return { uploadId: sent };
  }

  async function run(): Promise<void> {
    const control = new AbortController();
    stop.current = control;
    const { signal } = control;
    try {
      const input: PartInput[] = [];
      for (const { print, unit, source } of parts)
        input.push({ ...print, ...(await fileOf(source, signal)), ...(unit && { unit }) });
      setState({ step: 'quoting' });
      const quote = await askForQuote(service.id, input, idempotencyKey);
      if (signal.aborted) return;
      client.setQueryData(quoteQuery(quote.id).queryKey, quote);
      await navigate({ to: '/quotes/$id', params: { id: quote.id }, search: { estimated } });
    } catch (error) {
      if (signal.aborted) return;
      // An expired upload is uploaded again by the next try.
      if (local && error instanceof ApiError && error.code === 'file_not_found') {
        note(null);
        setIdempotencyKey(crypto.randomUUID());
      }
      setState({ step: 'failed', words: describeError(error) });
    }
  }

  const begin = useEffectEvent(() => {
    if (state.step === 'quoting') void run();
  });
  useEffect(() => {
    const timer = setTimeout(begin);
    return () => {
      clearTimeout(timer);
      stop.current?.abort();
    };
  }, []);

  const pieces = parts.reduce((sum, { print }) => sum + print.quantity, 0);
  const { title } = inReadersLanguage({ ...service, description: '' });
  return (
    <Dialog title={m['quotes.ask.title']()} onClose={onClose}>
      <p>{m['quotes.ask.whom']({ title, price: priceOrFree(estimated, service.currency) })}</p>
      {pieces > 1 && (
        <p>{m['quotes.kit.whole']({ kinds: formatCount(parts.length), pieces: formatCount(pieces) })}</p>
      )}
      {state.step === 'asking' && <p>{m['quotes.ask.sends']()}</p>}
      <div aria-live="polite" className="grid gap-2">
        {state.step === 'sending' && (
          <>
            <p>{state.offline ? m['quotes.ask.offline']() : m['quotes.ask.sending']()}</p>
            <progress max={1} value={state.part} aria-label={m['quotes.ask.sending']()} className="w-full">
              {formatPercent(Math.floor(state.part * 100))}
            </progress>
          </>
        )}
        {state.step === 'quoting' && <p>{m['quotes.ask.quoting']()}</p>}
        {state.step === 'failed' && <p className="font-semibold text-danger">{state.words}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        {state.step === 'asking' && <Button onClick={() => void run()}>{m['quotes.ask.send']()}</Button>}
        {state.step === 'failed' && <Button onClick={() => void run()}>{m['platform.retry']()}</Button>}
        <Button look="secondary" onClick={onClose}>
          {m['quotes.ask.cancel']()}
        </Button>
      </div>
    </Dialog>
  );
}
