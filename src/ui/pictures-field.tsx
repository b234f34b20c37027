import { ArrowLeft, ArrowRight, ImageOff, Trash2 } from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { m } from '#i18n/generated/messages.js';
import { pictureProblem } from '#platform/client/picture-problem.ts';
import { PictureChooser } from './picture-chooser.tsx';
import { withoutUnreadable, withSaved, type Shown } from './picture-list.ts';
import { EditorValue } from './rows.tsx';

/** Call after pictures were saved with a draft: they get ids and are not uploaded again. */
export type KeepPictures = (sent: FormData, saved: readonly { id: string }[]) => void;

/** Ordered pictures, stored and newly chosen, each with buttons to move and remove it. */
export function PicturesField(props: {
  label: string;
  hint: string;
  /** Form fields of the files and of their order. */
  name: string;
  orderName: string;
  /** API path that serves the stored pictures. */
  folder: string;
  initial: readonly { id: string; widths: readonly number[] }[];
  most: number;
  /** True if the first picture is the cover. */
  hasCover?: boolean;
  error: string | undefined;
  keep: RefObject<KeepPictures | null>;
  onFirst?(url: string): void;
}) {
  const { label, hint, name, orderName, folder, initial, most, hasCover = false, keep, onFirst } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const sent = useRef<HTMLInputElement>(null);
  const [pictures, setPictures] = useState<Shown[]>(() =>
    initial.map((image) => ({
      key: image.id,
      id: image.id,
      url: `/api/${folder}/${image.id}/320.webp`,
    })),
  );
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState('');
  const urls = useRef(new Set<string>());
  const settled = useRef<string | null>(null);
  // Object URLs keep their files in memory until they are revoked.
  useEffect(() => {
    const made = urls.current;
    return () => {
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, []);
  useEffect(() => onFirst?.(pictures[0]?.url ?? ''), [onFirst, pictures]);

  function isFromServer(text: string): boolean {
    const found = settled.current === text;
    settled.current = null;
    return found;
  }

  /** The file input is submitted with the form, so it gets the chosen files in their order. */
  function hold(next: Shown[]): void {
    setPictures(next);
    const files = new DataTransfer();
    for (const { file } of next) if (file) files.items.add(file);
    if (sent.current) sent.current.files = files.files;
  }

  function put(next: Shown[]): void {
    hold(next);
    sent.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  useImperativeHandle(keep, () => (data, saved) => {
    const order = JSON.parse(String(data.get(orderName) ?? '[]')) as string[];
    const next = withSaved(pictures, { files: data.getAll(name), order }, saved);
    settled.current = JSON.stringify(orderOf(next));
    // Synchronous, because the next autosave reads the form.
    flushSync(() => hold(next));
  });

  function fail(key: string): void {
    const next = withoutUnreadable(pictures, key);
    if (next) {
      setProblem(m['platform.error.image_broken']());
      put(next);
    } else setUnseen((before) => new Set(before).add(key));
  }

  function choose(chosen: readonly File[]): void {
    const wrong = chosen.map(pictureProblem).find((why) => why !== '') ?? '';
    const right = chosen.filter((file) => pictureProblem(file) === '').slice(0, most - pictures.length);
    setProblem(pictures.length + chosen.length > most ? m['platform.error.too_many_pictures']() : wrong);
    const added = right.map((file): Shown => {
      const url = URL.createObjectURL(file);
      urls.current.add(url);
      return { key: url, url, file };
    });
    if (added.length > 0) put([...pictures, ...added]);
  }

  function move(index: number, by: -1 | 1): void {
    const picture = pictures[index];
    const to = index + by;
    if (!picture || to < 0 || to >= pictures.length) return;
    put(pictures.toSpliced(index, 1).toSpliced(to, 0, picture));
  }

  const tool = 'grid size-11 place-items-center rounded-md hover:bg-accent-soft aria-disabled:opacity-40';
  return (
    <div className="grid gap-2">
      <input ref={sent} type="file" name={name} multiple hidden tabIndex={-1} aria-hidden="true" />
      <EditorValue name={orderName} value={orderOf(pictures)} initial={null} isFromServer={isFromServer} />
      <PictureChooser
        label={label}
        optional={m['platform.pictures.optional']()}
        hint={hint}
        text={m['platform.pictures.add']()}
        error={problem || props.error}
        onChoose={choose}
        chooser={chooser}
      />
      <ol className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3 md:grid-cols-4">
        {pictures.map((picture, index) => {
          const pictureName = m['platform.pictures.name']({ number: index + 1 });
          return (
            <li key={picture.key} className="relative overflow-hidden rounded-md border border-line bg-paper">
              {hasCover && index === 0 && (
                <span className="absolute top-2 left-2 rounded-full bg-accent-soft px-2 py-0.5 text-sm font-semibold text-accent-strong">
                  {m['platform.pictures.cover']()}
                </span>
              )}
              {unseen.has(picture.key) ? (
                <p className="grid aspect-4/3 place-content-center justify-items-center gap-2 bg-sunken p-3 text-center text-sm text-ink-soft">
                  <ImageOff aria-hidden="true" className="size-6" />
                  {m['platform.pictures.unseen']({ name: pictureName })}
                </p>
              ) : (
                <img
                  src={picture.url}
                  alt={pictureName}
                  className="aspect-4/3 w-full object-cover"
                  onError={() => fail(picture.key)}
                />
              )}
              <div className="flex justify-between">
                <button
                  type="button"
                  aria-disabled={index === 0}
                  aria-label={m['platform.pictures.forward']({ name: pictureName })}
                  onClick={() => move(index, -1)}
                  className={tool}
                >
                  <ArrowLeft aria-hidden="true" className="size-5" />
                </button>
                <button
                  type="button"
                  aria-label={m['platform.rows.remove']({ name: pictureName })}
                  onClick={() => {
                    put(pictures.filter(({ key }) => key !== picture.key));
                    chooser.current?.focus();
                  }}
                  className={`${tool} hover:text-danger`}
                >
                  <Trash2 aria-hidden="true" className="size-5" />
                </button>
                <button
                  type="button"
                  aria-disabled={index === pictures.length - 1}
                  aria-label={m['platform.pictures.back']({ name: pictureName })}
                  onClick={() => move(index, 1)}
                  className={tool}
                >
                  <ArrowRight aria-hidden="true" className="size-5" />
                </button>
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function orderOf(pictures: readonly Shown[]): string[] {
  return pictures.map((picture) => picture.id ?? 'new');
}
