import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { LearnedList } from '#features/services/client/public.tsx';
import type { ManagedWorkshop } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { Button } from '#ui/button.tsx';
import { isLeft, leave } from '#ui/field-errors.ts';
import { Group, type Fields } from '#ui/form-group.tsx';
import { LeaveWarning } from '#ui/leave-warning.tsx';
import { DeliveryField, useDelivery } from './delivery-field.tsx';
import { CalendarField, useCalendar } from './calendar-field.tsx';
import { workshopPath, workshopQuery } from './load-workshop.ts';
import { MachinesField, useMachines } from './machines-field.tsx';
import { PriceExample } from './price-example.tsx';
import { RateCardField, useRateCard } from './rate-card-field.tsx';
import { tellEmpty } from './workshop-form.ts';

/** Workshop form. Input is kept after an error, and each error is shown at its field. */
export function WorkshopEditor({
  id,
  workshop,
  onReload,
}: {
  id: string;
  workshop: ManagedWorkshop;
  onReload(): void;
}) {
  const client = useQueryClient();
  const { service, feePercent } = workshop;
  const isPrinting = isPricedByWeight(service.serviceType);
  const machines = useMachines(workshop.machines);
  const card = useRateCard(workshop.rateCard, service.currency);
  const calendar = useCalendar(workshop.calendar);
  const delivery = useDelivery(workshop.delivery, {
    currency: service.currency,
    pickupAddress: workshop.pickupAddress,
  });
  const content = {
    rateCard: card.value,
    machines: machines.value,
    calendar: calendar.value,
    delivery: delivery.value,
    // Staff who edit somebody's workshop neither see nor send it.
    ...(delivery.pickupAddress !== null && { pickupAddress: delivery.pickupAddress }),
  };
  const text = JSON.stringify(content);
  const order = `${machines.order}/${card.order}/${calendar.order}`;

  const form = useRef<HTMLFormElement>(null);
  const version = useRef(workshop.version);
  const [savedText, setSavedText] = useState(text);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<{ words: string; code: string } | null>(null);
  const [told, setTold] = useState<{ fields: Fields; order: string }>({ fields: {}, order });
  // Errors name rows by position, so they are dropped when rows have moved.
  const fields = told.order === order ? told.fields : {};
  const unsaved = useRef(false);
  const isChanged = text !== savedText;
  useEffect(() => {
    unsaved.current = isChanged;
  }, [isChanged]);
  useEffect(() => {
    if (Object.keys(told.fields).length > 0 && !isLeft(told.fields))
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [told]);

  /** The error of a field is cleared when it is edited. */
  function edited(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    if (name === '' || !Object.keys(fields).some((path) => path.startsWith(name))) return;
    const kept = Object.entries(fields).filter(([path]) => !path.startsWith(name));
    setTold({ fields: leave(Object.fromEntries(kept)), order });
  }

  async function save(): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    setFailure(null);
    setTold({ fields: {}, order });
    try {
      const body = { ...content, version: version.current };
      const saved = await sendJson<ManagedWorkshop>('PUT', workshopPath(id), body);
      version.current = saved.version;
      setSavedText(text);
      client.setQueryData(workshopQuery(id).queryKey, saved);
      client.removeQueries({ queryKey: ['service', id] });
      void client.invalidateQueries({ queryKey: ['services'] });
      toast('success', m['quotes.workshop.saved']());
    } catch (error) {
      setTold({ fields: error instanceof ApiError ? tellEmpty(error.fields, content) : {}, order });
      const words = describeError(error);
      setFailure({ words, code: error instanceof ApiError ? error.code : '' });
      toast('danger', m['quotes.workshop.failed']());
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form
      method="post"
      ref={form}
      noValidate
      // Keeps a focused field above the bottom bar.
      className="grid grid-cols-1 gap-8 [&_:is(input,button)]:scroll-mb-24"
      onInput={edited}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LeaveWarning unsaved={unsaved} />
      <Group title={m['quotes.workshop.machines.title']()}>
        <MachinesField of={machines} isPrinting={isPrinting} fields={fields} />
      </Group>
      {isPrinting && (
        <Group title={m['services.workshop.learned.title']()}>
          <p className="text-sm text-ink-soft">
            {workshop.learned.length > 0
              ? m['services.workshop.learned.note']()
              : m['services.workshop.learned.none']()}
          </p>
          <LearnedList learned={workshop.learned} machines={workshop.machines} isOwn />
        </Group>
      )}
      {isPrinting && (
        <Group title={m['quotes.workshop.card.title']()}>
          <RateCardField of={card} currency={service.currency} fields={fields} />
          <PriceExample
            id={id}
            service={service}
            feePercent={feePercent}
            learned={workshop.learned}
            rateCard={card.value}
            machines={machines.value}
            calendar={calendar.value}
          />
        </Group>
      )}
      <Group title={m['quotes.workshop.calendar.title']()}>
        <CalendarField of={calendar} fields={fields} />
      </Group>
      <Group title={m['quotes.workshop.delivery.title']()}>
        {!workshop.hasDelivery && (
          <p className="rounded-md bg-sunken px-4 py-3">{m['quotes.workshop.delivery.unsaid']()}</p>
        )}
        <DeliveryField of={delivery} fields={fields} />
      </Group>
      {failure && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-4 rounded-md bg-danger-soft px-4 py-3 text-danger"
        >
          {failure.words}
          {failure.code === 'conflict' && (
            <Button look="danger" onClick={onReload}>
              {m['quotes.workshop.reload']()}
            </Button>
          )}
        </div>
      )}
      <div className="sticky bottom-(--tabs) z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-3">
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? m['quotes.workshop.saving']() : m['quotes.workshop.save']()}
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {isChanged && m['quotes.workshop.unsaved']()}
        </p>
      </div>
    </form>
  );
}
