import { useEffect, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import type { ResourceFile } from '../contract.ts';
import { checksumCommands } from '../software.ts';
import { Code } from './ai-model-section.tsx';
import { CopyButton } from './copy-button.tsx';

/**
 * Helps to verify a downloaded file against its published checksum, with a command of the reader's system or
 * in the page.
 */
export function ChecksumCheck({ file }: { file: ResourceFile }) {
  return (
    <details className="rounded-md border border-line p-3">
      <summary className="py-1 font-semibold">{m['resources.checksum.title']()}</summary>
      <div className="mt-3 grid gap-4">
        <p className="text-sm text-ink-soft">{m['resources.checksum.lead']()}</p>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <code className="font-mono text-sm break-all">{file.sha256}</code>
          <CopyButton text={file.sha256} />
        </div>
        <CheckHere file={file} />
        {checksumCommands(file.name).map(({ system, command }) => (
          <div key={system} className="grid gap-2">
            <div className="flex items-center justify-between gap-3">
              <h4 className="text-sm font-semibold">{system}</h4>
              <CopyButton text={command} />
            </div>
            <Code text={command} label={m['resources.checksum.command']({ system })} />
          </div>
        ))}
      </div>
    </details>
  );
}

type Outcome =
  | { state: 'none' }
  | { state: 'reading'; percent: number }
  | { state: 'same' | 'other' | 'failed'; name: string };

function CheckHere({ file }: { file: ResourceFile }) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' });
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);

  async function check(chosen: File): Promise<void> {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    const { name } = chosen;
    try {
      const { sha256OfFile } = await import('./sha256.ts');
      const found = await sha256OfFile(
        chosen,
        (fraction) => setOutcome({ state: 'reading', percent: Math.floor(fraction * 100) }),
        signal,
      );
      setOutcome({ state: found === file.sha256 ? 'same' : 'other', name });
    } catch {
      if (!signal.aborted) setOutcome({ state: 'failed', name });
    }
  }

  return (
    <div className="grid gap-2">
      <h4 className="text-sm font-semibold">{m['resources.checksum.here']()}</h4>
      <p className="text-sm text-ink-soft">{m['resources.checksum.here_hint']()}</p>
      <label
        className={buttonClass(
          'secondary',
          'w-fit has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        )}
      >
        {m['resources.checksum.choose']()}
        <input
          type="file"
          className="sr-only"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) void check(chosen);
            event.target.value = '';
          }}
        />
      </label>
      <p
        aria-live="polite"
        className={outcome.state === 'other' ? 'font-semibold text-danger' : 'font-semibold'}
      >
        {outcome.state === 'reading' && m['resources.checksum.reading']({ percent: outcome.percent })}
        {outcome.state === 'same' && m['resources.checksum.same']({ name: outcome.name })}
        {outcome.state === 'other' && m['resources.checksum.other']({ name: outcome.name })}
        {outcome.state === 'failed' && m['resources.checksum.failed']({ name: outcome.name })}
      </p>
    </div>
  );
}
