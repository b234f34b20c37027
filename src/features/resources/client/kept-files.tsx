import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import { buttonClass } from '#ui/button.tsx';
import { EditorValue } from '#ui/rows.tsx';
import type { ResourceFile } from '../contract.ts';
import { nextFiles } from '../version-files.ts';

type Fate = 'stays' | 'replaced' | 'leaves';

/** Lists the existing files and what happens to each when the form is sent. */
export function KeptFiles(props: {
  files: readonly ResourceFile[];
  /** Names of the files that are added. */
  added: readonly string[];
  hasVersions: boolean;
  error: string | undefined;
}) {
  const { files, added, hasVersions, error } = props;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const kept = files.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  const next = new Set(
    nextFiles(
      files,
      added.map((name) => ({ name })),
    ),
  );
  const fateOf = (file: ResourceFile): Fate =>
    !next.has(file) ? 'replaced' : left.has(file.id) ? 'leaves' : 'stays';
  const words: Record<Fate, () => string> = {
    stays: () => m['resources.kept.stays'](),
    replaced: () => m['resources.kept.replaced'](),
    leaves: () => (hasVersions ? m['resources.kept.leaves']() : m['resources.kept.leaves_draft']()),
  };
  return (
    <div className="grid gap-2">
      <EditorValue name="keptFiles" value={kept} initial={files.map(({ id }) => id)} />
      <h3 className="font-semibold">
        {hasVersions ? m['resources.kept.title']() : m['resources.kept.draft_title']()}
      </h3>
      <ul className="grid divide-y divide-line rounded-md border border-line bg-paper">
        {files.map((file) => {
          const { id, name, size } = file;
          const fate = fateOf(file);
          const isLeft = left.has(id);
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-3">
              <div className="min-w-40 flex-1">
                <p className={`font-semibold ${fate === 'stays' ? '' : 'text-ink-soft line-through'}`}>
                  {name}
                </p>
                <p aria-live="polite" className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
                  <span className="tabular-nums">{formatSize(size)}</span>
                  <span className={fate === 'stays' ? '' : 'font-semibold text-ink'}>{words[fate]()}</span>
                </p>
              </div>
              {fate !== 'replaced' && (
                <button
                  type="button"
                  aria-label={
                    isLeft ? m['resources.kept.keep_of']({ name }) : m['resources.kept.remove_of']({ name })
                  }
                  onClick={() =>
                    setLeft(new Set(isLeft ? [...left].filter((each) => each !== id) : [...left, id]))
                  }
                  className={buttonClass('secondary', 'text-sm')}
                >
                  {isLeft ? m['resources.kept.keep']() : m['resources.kept.remove']()}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
    </div>
  );
}
