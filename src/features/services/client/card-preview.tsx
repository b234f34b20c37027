import { useRef, useState, type RefObject } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import { Button } from '#ui/button.tsx';
import type { RateCard, ServiceCard as Card } from '../contract.ts';
import { coarseAddress, parseWords, printRatesOf } from '../offering.ts';
import type { Place } from './check-form.ts';
import { ServiceCard } from './service-card.tsx';

/** Preview of the card with the current values of the form. */
export function CardPreview(props: {
  form: RefObject<HTMLFormElement | null>;
  /** Address of the first photo; empty for none. */
  photo: string;
  places: RefObject<readonly Place[]>;
  name: string;
  rateCard: RateCard | null;
  /** True if prices are the standard ones, which are not the provider's own words. */
  isStandard: boolean;
}) {
  const { form, photo, places, name, rateCard, isStandard } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [card, setCard] = useState<Card | null>(null);
  function open(): void {
    if (!form.current) return;
    const data = new FormData(form.current);
    if (isStandard) data.delete('pricing');
    setCard(cardOf(data, places.current, name, rateCard));
    dialog.current?.showModal();
  }
  return (
    <>
      <Button look="quiet" onClick={open}>
        {m['services.form.preview']()}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="preview-title"
        className="m-auto w-96 max-w-[calc(100%-2rem)] rounded-lg bg-paper p-4 text-ink shadow-lg backdrop:bg-black/50"
      >
        <h2 id="preview-title" className="mb-3 text-xl font-bold">
          {m['services.form.preview']()}
        </h2>
        {card && (
          <div inert className="grid">
            <ServiceCard
              service={card}
              picture={
                photo === '' ? undefined : <img src={photo} alt="" className="size-full object-cover" />
              }
            />
          </div>
        )}
        <div className="mt-4 flex justify-end">
          <Button onClick={() => dialog.current?.close()}>{m['services.form.preview_close']()}</Button>
        </div>
      </dialog>
    </>
  );
}

function cardOf(data: FormData, places: readonly Place[], name: string, rateCard: RateCard | null): Card {
  const text = (field: string) => String(data.get(field) ?? '').trim();
  const amount = (field: string) => {
    const digits = text(field).replaceAll(/[\s,]/g, '');
    return /^\d+$/.test(digits) ? Number(digits) : null;
  };
  const isIndividual = text('isIndividual') === 'true';
  const [place] = places;
  const asked = {
    serviceType: text('serviceType'),
    isFreeService: text('isFreeService') === 'true',
    pricing: text('pricing'),
    price: amount('price'),
    hourlyRate: amount('hourlyRate'),
    pricePerUnit: amount('pricePerUnit'),
    currency: text('currency') || 'KRW',
  };
  return {
    ...asked,
    id: 'preview',
    printRates: printRatesOf(asked, rateCard),
    title: text('title'),
    description: plainText(text('description')),
    language: currentLocale(),
    translations: {},
    isIndividual,
    tags: parseWords(text('tags')),
    printerModel: text('printerModel'),
    imageUrl: null,
    image: null,
    location: place
      ? {
          address: isIndividual && !place.exact ? coarseAddress(place.address) : place.address,
          lat: place.lat ?? 0,
          long: place.long ?? 0,
        }
      : null,
    rating: null,
    completedOrders: 0,
    responseMinutes: null,
    samples: [],
    provider: { username: '', fullName: name, avatarUrl: null },
    createdAt: new Date().toISOString(),
  };
}
