import {
  BookOpen,
  ChevronDown,
  FileArchive,
  FileText,
  Film,
  Image,
  Music,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { formatSize } from '#platform/client/format-size.ts';
import { rulesOfCategory } from '#platform/shared/category-rules.ts';
import type { ResourceDetail, ResourceFile } from '../contract.ts';
import { viewOf, type ViewKind } from '../viewing.ts';
import { Section } from './section.tsx';

const FileView = lazy(async () => ({ default: (await import('./file-view.tsx')).FileView }));

const icons: Record<ViewKind, LucideIcon> = {
  pdf: BookOpen,
  picture: Image,
  audio: Music,
  video: Film,
  markdown: FileText,
  text: FileText,
  archive: FileArchive,
  sliced: FileText,
};

/**
 * Returns the file that opens by itself when the reader comes near: a README, or an archive that contains
 * one.
 */
function firstToOpen(files: readonly ResourceFile[], category: string): string | null {
  const opensArchive = rulesOfCategory(category)?.opensArchive === true;
  const first =
    files.find(({ name }) => /^readme\b/i.test(name)) ??
    files.find(({ name }) => viewOf(name)?.kind === 'markdown') ??
    (opensArchive ? files.find(({ name }) => viewOf(name)?.kind === 'archive') : undefined);
  return first?.id ?? null;
}

/** File, and page of it, that an address points to. */
export type ReaderSpot = { file?: string; page?: number };

/** Files of the latest version that can be viewed without downloading them. */
export function Reader({ resource, spot }: { resource: ResourceDetail; spot: ReaderSpot }) {
  const latest = resource.files.filter(({ version }) => version === resource.files[0]?.version);
  const files = latest.filter(({ name }) => viewOf(name) !== null);
  const first = firstToOpen(files, resource.category);
  const led = files.find((file) => file.id === spot.file)?.id ?? null;
  const [open, setOpen] = useState<string | null>(led);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  useEffect(() => {
    if (led !== null) document.querySelector(`[data-file="${led}"]`)?.scrollIntoView({ block: 'start' });
  }, [led]);

  useEffect(() => {
    if (!list.current || first === null) return undefined;
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      setOpen((chosen) => chosen ?? first);
    });
    watch.observe(list.current);
    return () => watch.disconnect();
  }, [first]);

  if (files.length === 0) return null;
  return (
    <Section title={m['resources.reader.title']()}>
      <ul ref={list} className="grid min-w-0 divide-y divide-line rounded-lg border border-line bg-surface">
        {files.map((file) => {
          const Icon = icons[viewOf(file.name)?.kind ?? 'text'];
          const isOpen = open === file.id;
          return (
            <li key={file.id} data-file={file.id} className="min-w-0 md:scroll-mt-24">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={`${id}${file.id}`}
                onClick={() => setOpen(isOpen ? null : file.id)}
                className="flex min-h-14 w-full items-center gap-3 rounded-lg px-4 py-3 text-left hover:bg-accent-soft"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
                <span className="min-w-0 flex-1 font-semibold">{file.name}</span>
                <span className="shrink-0 text-sm text-ink-soft tabular-nums">{formatSize(file.size)}</span>
                <ChevronDown
                  aria-hidden="true"
                  className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
                />
              </button>
              <div id={`${id}${file.id}`} hidden={!isOpen} className="min-w-0 border-t border-line p-4">
                {isOpen && (
                  <Suspense fallback={<p role="status">{m['resources.reader.loading']()}</p>}>
                    <FileView
                      resourceId={resource.id}
                      file={file}
                      files={latest}
                      page={file.id === led ? spot.page : undefined}
                    />
                  </Suspense>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
