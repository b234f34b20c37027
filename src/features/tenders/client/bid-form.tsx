import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { wholeNumberIn } from '#platform/shared/widths.ts';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { buyerFeeOf, feeOf, receivedOf, totalOf } from '#platform/shared/fee.ts';
import { parseWon } from '#platform/shared/money.ts';
import { withoutErrorOf } from '#ui/field-errors.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { TenderDetail } from '../contract.ts';
import { tenderLimits } from '../rules.ts';
import { ownTendersKey, sendBid, tenderQuery } from './api.ts';
import { won } from './words.ts';

/** Form of a bid with price, time and machine, which is sealed on the server. */
export function BidForm({ job, onDone }: { job: TenderDetail; onDone(): void }) {
  const { id, myBid, myServices, ceiling } = job;
  const client = useQueryClient();
  const [serviceId, setServiceId] = useState(myBid?.serviceId ?? myServices[0]?.id ?? '');
  const machines = myServices.find((service) => service.id === serviceId)?.machines ?? [];
  const [said, setSaid] = useState({
    principal: myBid ? String(myBid.principal) : '',
    readyInDays: myBid ? String(myBid.readyInDays) : '',
    machineId: machines.find(({ name }) => name === myBid?.machine)?.id ?? '',
    note: myBid?.note ?? '',
  });
  const [fields, setFields] = useState<Fields>({});
  // Idempotency key of the bid, so that a retry after a lost connection places no second one.
  const idempotencyKey = useRef('');
  const principal = parseWon(said.principal);
  const machineId = machines.length === 0 ? '' : said.machineId || (machines[0]?.id ?? '');

  const sending = useMutation({
    mutationFn: (readyInDays: number) =>
      sendBid(
        id,
        { serviceId, principal, readyInDays, machineId: machineId || null, note: said.note },
        (idempotencyKey.current ||= crypto.randomUUID()),
      ),
    onSuccess: (changed) => {
      idempotencyKey.current = '';
      client.setQueryData(tenderQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ownTendersKey });
      toast('success', m['tenders.bid.sent']());
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'network_error')) idempotencyKey.current = '';
      setFields(error instanceof ApiError ? error.fields : {});
      // The tender may have closed meanwhile.
      void client.invalidateQueries({ queryKey: tenderQuery(id).queryKey });
    },
  });

  function send(): void {
    const readyInDays = wholeNumberIn(said.readyInDays);
    const wrong: Fields = {
      ...(principal === null && { principal: m['tenders.form.number']() }),
      ...(principal !== null &&
        ceiling !== null &&
        principal > ceiling && { principal: m['tenders.error.above_ceiling']() }),
      ...(readyInDays === null && { readyInDays: m['tenders.form.number']() }),
    };
    setFields(wrong);
    if (Object.keys(wrong).length === 0 && readyInDays !== null) sending.mutate(readyInDays);
  }

  const field = (name: keyof typeof said) => ({
    name,
    value: said[name],
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setSaid((all) => ({ ...all, [name]: target.value }));
      setFields((all) => withoutErrorOf(all, name));
    },
  });
  const isFeeOnTop = buyerFeeOf(job) > 0;
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4 rounded-md bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) send();
      }}
    >
      <h3 className="font-semibold">{m['tenders.bid.title']()}</h3>
      {myServices.length > 1 && (
        <SelectField
          label={m['tenders.bid.service']()}
          name="serviceId"
          value={serviceId}
          error={fields['serviceId']}
          onChange={({ target }) => setServiceId(target.value)}
        >
          {myServices.map((service) => (
            <option key={service.id} value={service.id}>
              {service.title}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={isFeeOnTop ? m['tenders.bid.principal']() : m['tenders.bid.price']()}
        hint={principal === null ? maxWords(job) : sumWords(principal, job)}
        inputMode="numeric"
        maxLength={17}
        {...field('principal')}
      />
      <TextField
        label={m['tenders.bid.ready_in']()}
        hint={m['tenders.bid.ready_hint']()}
        inputMode="numeric"
        maxLength={3}
        {...field('readyInDays')}
      />
      {machines.length > 0 && (
        <SelectField label={m['tenders.bid.machine']()} {...field('machineId')} value={machineId}>
          {machines.map((machine) => (
            <option key={machine.id} value={machine.id}>
              {machine.name}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        label={m['tenders.bid.note']()}
        optional={m['tenders.form.optional']()}
        hint={m['tenders.bid.note_hint']()}
        rows={3}
        maxLength={tenderLimits.note}
        {...field('note')}
      />
      {sending.error && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {describeError(sending.error)}
        </p>
      )}
      <p className="text-sm text-ink-soft">{m['tenders.bid.binds']()}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={sending.isPending}>
          {myBid ? m['tenders.bid.send_again']() : m['tenders.bid.send']()}
        </Button>
        {myBid && (
          <Button look="secondary" onClick={onDone}>
            {m['tenders.view.keep']()}
          </Button>
        )}
      </div>
    </form>
  );
}

type Priced = Pick<TenderDetail, 'ceiling' | 'feePercent' | 'feeBearer'>;

function maxWords({ ceiling, ...fees }: Priced): string {
  const amount = won(ceiling ?? 0);
  return buyerFeeOf(fees) > 0
    ? m['tenders.bid.principal_hint']({ amount })
    : m['tenders.bid.price_hint']({ amount });
}

function sumWords(principal: number, job: Priced): string {
  const { feePercent } = job;
  if (feePercent === 0) return maxWords(job);
  const fee = won(feeOf(principal, feePercent));
  const price = { ...job, principal };
  return buyerFeeOf(job) > 0
    ? m['tenders.bid.sum']({ total: won(totalOf(price)), fee })
    : m['tenders.bid.sum_received']({ received: won(receivedOf(price)), fee });
}
