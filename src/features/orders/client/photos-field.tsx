import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { pictureProblem } from '#platform/client/picture-problem.ts';
import { PictureChooser } from '#ui/picture-chooser.tsx';
import type { OrderPhoto } from '../contract.ts';
import { orderLimits } from '../rules.ts';
import { addPhoto, photoPath } from './api.ts';

export type ChosenPhoto = Pick<OrderPhoto, 'id' | 'widths'>;

/** Photos of an event, uploaded to the order as they are chosen. `photos` are the ones that have arrived. */
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

  return (
    <div className="grid gap-2">
      <PictureChooser
        label={label}
        optional={optional}
        hint={[props.hint, m['orders.page.field.photos_hint']()].filter(Boolean).join(' ')}
        text={m['orders.page.field.photos_add']()}
        error={problem || props.error}
        onChoose={(files) => void choose(files)}
        chooser={chooser}
      />
      <p role="status" className="text-sm empty:hidden">
        {sending > 0 ? m['orders.page.field.photos_sending']() : ''}
      </p>
      <ol className="grid grid-cols-3 gap-2 empty:hidden sm:grid-cols-5">
        {photos.map((photo, index) => (
          <li key={photo.id} className="relative overflow-hidden rounded-md border border-line bg-sunken">
            <img
              src={photoPath(orderId, photo.id, 320)}
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
