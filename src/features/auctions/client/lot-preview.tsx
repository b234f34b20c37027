import { useState, type ComponentProps, type RefObject } from 'react';
import { isLocale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { AuctionCard as Card } from '../contract.ts';
import { categories, lotKinds } from '../rules.ts';
import { AuctionCard } from './auction-card.tsx';
import { lotIn } from './lot-check.ts';
import { Handover, LotFacts } from './lot-facts.tsx';
import { deliveries } from './lot-fields.tsx';

type Preview = {
  card: Card;
  now: number;
  description: string;
  facts: ComponentProps<typeof LotFacts>['auction'];
  handover: ComponentProps<typeof Handover>['auction'];
};

/** Preview below the card, without the hidden fields of other kinds. */
function previewOf(
  form: HTMLFormElement,
  data: FormData,
): Pick<Preview, 'description' | 'facts' | 'handover'> {
  const lot = lotIn(data);
  const chosen = (name: string) => {
    const select = form.elements.namedItem(name);
    if (!(select instanceof HTMLSelectElement) || select.value === '') return null;
    return { id: select.value, title: select.selectedOptions[0]?.text ?? '' };
  };
  const [isThing, isCapacity, isLicence] = lotKinds.map((kind) => kind === lot.lotKind);
  return {
    description: lot.description,
    facts: {
      condition: isThing ? lot.condition : null,
      conditionNote: isThing ? lot.conditionNote : '',
      capacity: isCapacity ? lot.capacity : null,
      service: isCapacity ? chosen('serviceId') : null,
      resource: isLicence ? chosen('resourceId') : null,
      licenceTerms: isLicence ? lot.licenceTerms : '',
    },
    handover: {
      delivery: deliveries.filter((each) => lot.delivery.includes(each)),
      shippingFee: lot.shippingFee,
      handover: lot.handover,
    },
  };
}

/** Preview of the card from the form's current values. */
export function LotPreview({ form, photo }: { form: RefObject<HTMLFormElement | null>; photo: string }) {
  const [shown, setShown] = useState<Preview | null>(null);
  function open(): void {
    if (!form.current) return;
    const data = new FormData(form.current);
    const now = Date.now();
    setShown({ card: cardOf(data, now), now, ...previewOf(form.current, data) });
  }
  return (
    <>
      <Button look="quiet" onClick={open}>
        {m['auctions.form.preview']()}
      </Button>
      {shown && (
        <Dialog title={m['auctions.form.preview']()} onClose={() => setShown(null)}>
          <div inert className="grid">
            <AuctionCard
              auction={shown.card}
              now={shown.now}
              picture={
                photo === '' ? undefined : <img src={photo} alt="" className="size-full object-cover" />
              }
            />
          </div>
          <p className="line-clamp-6 break-words whitespace-pre-line">{shown.description}</p>
          <div inert className="grid gap-3">
            <LotFacts auction={shown.facts} />
          </div>
          <h3 className="font-bold">{m['auctions.page.handover']()}</h3>
          <Handover auction={shown.handover} />
          <div className="flex justify-end">
            <Button onClick={() => setShown(null)}>{m['auctions.form.preview_close']()}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function cardOf(data: FormData, now: number): Card {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const price = (name: string) => (/^\d{1,10}$/.test(text(name)) ? Number(text(name)) : null);
  const language = text('language');
  const startsAt = text('startsAt') === '' ? new Date(now).toISOString() : text('startsAt');
  const minutes = Number(text('durationMinutes')) || 0;
  const counted = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();
  return {
    id: 'preview',
    state: text('startsAt') === '' ? 'live' : 'scheduled',
    lotKind: lotKinds.find((each) => each === text('lotKind')) ?? 'thing',
    category: categories.find((each) => each === text('category')) ?? 'other',
    title: text('title'),
    language: isLocale(language) ? language : currentLocale(),
    image: null,
    price: price('startPrice'),
    total: null,
    hasBids: false,
    bidCount: 0,
    bidderCount: 0,
    isReserveMet: false,
    hasReserve: text('reservePrice') !== '',
    buyNowPrice: price('buyNowPrice'),
    startsAt,
    endsAt: text('endsAt') || counted,
    seller: { username: '', fullName: m['auctions.bidder.you']() },
    mine: 'seller',
    isWatched: false,
  };
}
