import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { pictureProblem } from '#platform/client/picture-problem.ts';
import type { OrderPhoto } from '../contract.ts';
import { orderLimits } from '../rules.ts';
import { addPhoto, photoPath } from './api.ts';

export type ChosenPhoto = Pick<OrderPhoto, 'id' | 'widths'>;

/** Photos that something is said with, sent to the order as they are chosen. `photos` are those that have come. */
export function PhotosField(props: {
  orderId: string;
  photos: readonly ChosenPhoto[];
  setPhotos: Dispatch<SetStateAction<readonly ChosenPhoto[]>>;
  most?: number;
  label: string;
  hint?: string;
  optional: string | undefined;
  error: string | undefined;
  onBusy(isBusy: boolean): void;
}) {
  const { orderId, photos, setPhotos, most = orderLimits.photos, label, optional, onBusy } = props;
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(0);
  const [problem, setProblem] = useState('');
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => onBusy(sending > 0), [onBusy, sending]);

  async function choose(files: readonly File[]): Promise<void> {
    stop.current ??= new AbortController();
    const { signal } = stop.current;
    setProblem('');
    const left = most - photos.length - sending;
    if (files.length > left) setProblem(m['orders.page.field.photos_most']({ most }));
    const wanted = files.slice(0, Math.max(0, left));
    setSending((before) => before + wanted.length);
    for (const file of wanted) {
      const wrong = pictureProblem(file);
      try {
        if (wrong === '') {
          const photo = await addPhoto(orderId, file, signal);
          setPhotos((before) => [...before, photo]);
        } else setProblem(wrong);
      } catch (error) {
        if (!signal.aborted) setProblem(describeError(error));
      } finally {
        setSending((before) => before - 1);
      }
    }
  }

  const error = problem || props.error;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional !== undefined && <span className="ml-2 text-sm font-normal text-ink-soft">{optional}</span>}
      </label>
      <div className="relative">
        <input
          ref={chooser}
          id={id}
          type="file"
          form="none"
          multiple
          accept="image/png,image/jpeg,image/gif"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = '';
            void choose(files);
          }}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          className="peer absolute inset-0 z-10 w-full cursor-pointer opacity-0"
        />
        <div className="flex min-h-16 items-center justify-center gap-3 rounded-md border border-dashed border-line-strong bg-paper p-3 font-semibold text-accent-strong peer-hover:bg-accent-soft peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-aria-invalid:border-danger">
          <ImagePlus aria-hidden="true" className="size-5" />
          {m['orders.page.field.photos_add']()}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {props.hint} {m['orders.page.field.photos_hint']()}
      </p>
      <p role="status" className="text-sm empty:hidden">
        {sending > 0 ? m['orders.page.field.photos_sending']() : ''}
      </p>
      <ol className="grid grid-cols-3 gap-2 empty:hidden sm:grid-cols-5">
        {photos.map((photo, index) => (
          <li key={photo.id} className="relative overflow-hidden rounded-md border border-line bg-sunken">
            <img
              src={photoPath(orderId, photo.id, photo.widths[0] ?? 480)}
              alt={m['orders.page.field.photo_name']({ number: index + 1 })}
              className="aspect-square w-full object-cover"
            />
            <button
              type="button"
              aria-label={m['orders.page.field.photo_remove']({ number: index + 1 })}
              onClick={() => {
                setPhotos((before) => before.filter((one) => one.id !== photo.id));
                chooser.current?.focus();
              }}
              className="absolute top-1 right-1 grid size-11 place-items-center rounded-md bg-surface/90 hover:text-danger"
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
