import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { ProofCancelled, Proven } from '#features/accounts/client/public.tsx';
import { money } from '#features/services/client/public.tsx';
import { forgetUploads, UploadField } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { trackingNumber } from '#platform/shared/carriers.ts';
import { buyerFeeOf } from '#platform/shared/fee.ts';
import { plainDigits } from '#platform/shared/widths.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import { useFieldErrors } from '#ui/field-errors.ts';
import { errorUnder, type Fields } from '#ui/form-group.tsx';
import type { EventInput, OrderDetail } from '../contract.ts';
import { deliveryBearers, makingStages, orderLimits, type DeliveryBearer } from '../rules.ts';
import { isTerminal, needsProof, outcomes, type Outcome, type PersonEvent } from '../states.ts';
import { raiseEvent, orderQuery } from './api.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { InspectFields } from './inspect-fields.tsx';
import { readMeasured } from './dimensions.tsx';
import { carrierIn, ParcelFields, PlanFields, ProgressFields } from './making-fields.tsx';
import { problemOf } from './offer-form.tsx';
import {
  actionLabel,
  actionName,
  actions,
  byBought,
  isLot,
  outcomeName,
  sideName,
  type ActionName,
} from './order-words.ts';
import { partsOf, wasSent } from './parts.ts';
import { PhotosField, type ChosenPhoto } from './photos-field.tsx';
import { PrintedField } from './printed-field.tsx';
import { SplitSum } from './split-sum.tsx';

type Props = { order: OrderDetail; event: PersonEvent; look: ButtonLook; onClose(): void };

/** Rulings need a fresh proof of identity; other actions do not load that form. */
export function ActionForm(props: Props) {
  return needsProof(props.event, props.order.side) ? (
    <Proven>{(act) => <Form {...props} act={act} />}</Proven>
  ) : (
    <Form {...props} act={(send) => send()} />
  );
}

/** Notes about the making and the arrival, which change no state. */
const isNote = (name: ActionName) => name === 'progress' || name === 'inspect';

/** A thing is shown as it is made and before it is handed over. */
const needsPhoto = (name: ActionName, { delivery }: OrderDetail) =>
  (name === 'deliver' || name === 'progress') && delivery.kind !== 'digital';

/** Staff always have to give a reason. */
function noteOf(name: ActionName, { side }: OrderDetail) {
  return side === 'admin' ? 'required' : actions[name].note;
}

function Form(props: Props & { act(send: () => Promise<OrderDetail>): Promise<OrderDetail> }) {
  const { order, event, look, onClose, act } = props;
  const name = actionName(event, order);
  const { photos: takesPhotos } = actions[name];
  const note = noteOf(name, order);
  const said = saidIn(name);
  const uploadsOf = `order result ${order.id}`;
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef('');
  const [failure, setFailure] = useState('');
  const { fields, setFields, corrected } = useFieldErrors(form, () => setFailure(''));
  const [isSending, setIsSending] = useState(false);
  // Includes photos of an earlier try that was not finished.
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>(order.photos);
  const [hasPhotosOnTheirWay, setHasPhotosOnTheirWay] = useState(false);
  const [acceptsStrike, setAcceptsStrike] = useState(false);
  const asksSeller = name === 'ask_cancel' && order.proposal === null && !acceptsStrike;
  const titleId = useId();

  async function send(): Promise<void> {
    if (!form.current || isSending || hasPhotosOnTheirWay) return;
    const data = new FormData(form.current);
    const photoIds = takesPhotos ? photos.map(({ id }) => id) : [];
    const { input, wrong } = read(data, { order, name, photos: photoIds });
    setFields(wrong);
    setFailure('');
    if (Object.keys(wrong).length > 0) return;
    setIsSending(true);
    // A retry after a lost response keeps its key; changed input gets a new one.
    key.current ||= crypto.randomUUID();
    try {
      const changed = await act(() => raiseEvent(order.id, event, input, key.current));
      forgetUploads(uploadsOf);
      client.setQueryData(orderQuery(order.id).queryKey, changed);
      toast('success', m['orders.page.done']());
      onClose();
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      if (!(error instanceof ApiError && error.code === 'network_error')) key.current = '';
      await tell(error);
    } finally {
      setIsSending(false);
    }
  }

  async function tell(error: unknown): Promise<void> {
    const isConflict = error instanceof ApiError && error.status === 409;
    const words =
      error instanceof ApiError && error.code === 'order_changed'
        ? m['orders.page.changed']()
        : describeError(error);
    setFields(error instanceof ApiError ? error.fields : {});
    setFailure(words);
    toast('danger', m['orders.page.failed']());
    // The action may have taken effect although its response was lost.
    const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (isConflict || isLost) await client.invalidateQueries(orderQuery(order.id));
  }

  const optional = m['orders.pay.optional']();
  const photosField = takesPhotos && (
    <PhotosField
      orderId={order.id}
      photos={photos}
      setPhotos={setPhotos}
      label={m['orders.page.field.photos']()}
      {...(isNote(name) && { most: orderLimits.notePhotos })}
      optional={needsPhoto(name, order) ? undefined : optional}
      error={errorUnder(fields, 'photos')}
      onBusy={setHasPhotosOnTheirWay}
    />
  );
  return (
    <form
      method="post"
      ref={form}
      noValidate
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-md bg-sunken p-4 md:p-5"
      onInput={corrected}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void send();
      }}
    >
      <h3 id={titleId} className="text-lg font-bold">
        {actionLabel(name, order)}
      </h3>
      <p>{warning(name, order)}</p>
      {(name === 'accept' || name === 'start') && (
        <PlanFields order={order} fields={fields} withDay={name === 'accept' && !isLot(order)} />
      )}
      {name === 'progress' && <ProgressFields order={order} fields={fields} />}
      {/* What arrived is photographed before anything else. */}
      {name === 'inspect' && photosField}
      {name === 'inspect' && <InspectFields order={order} fields={fields} />}
      {name === 'deliver' && <DeliverFields order={order} fields={fields} uploadsOf={uploadsOf} />}
      {name === 'arrived' && order.side === 'provider' && (
        <TextField
          label={m['orders.page.field.pickup_code']()}
          name="pickupCode"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          error={fields['pickupCode']}
          optional={optional}
        />
      )}
      {name === 'settle' && (
        <KeepField
          order={order}
          most={order.amounts.principal - (order.state === 'disputed' ? 0 : 1)}
          least={order.state === 'disputed' ? 0 : 1}
          error={fields['keep']}
        />
      )}
      {name === 'rule' && <RuleFields order={order} fields={fields} />}
      {name === 'claim' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={m['orders.page.field.known_on']()}
            name="knownOn"
            type="date"
            error={fields['knownOn']}
          />
          <TextField
            label={m['orders.page.field.claim_amount']()}
            name="claimAmount"
            inputMode="numeric"
            defaultValue={String(order.kept ?? 0)}
            hint={keepHint(1, order.kept ?? 0, order.amounts.currency)}
            error={fields['keep']}
          />
        </div>
      )}
      {name === 'ask_cancel' && <StrikeField error={fields['acceptStrike']} onChange={setAcceptsStrike} />}
      {note !== null && (
        <TextAreaField
          label={note === 'required' ? m['orders.page.field.reason']() : m['orders.page.field.note']()}
          name={said}
          rows={3}
          maxLength={orderLimits.note}
          error={fields[said]}
          {...(note === 'optional' && { optional })}
        />
      )}
      {name !== 'inspect' && photosField}
      {name === 'deliver' && order.print && (
        <PrintedField
          print={order.print}
          machines={order.making.machines}
          machine={
            order.making.machine ?? order.making.machines.find(({ isQuoted }) => isQuoted)?.name ?? null
          }
          fields={fields}
        />
      )}
      {failure !== '' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look={look === 'danger' ? 'danger' : 'primary'}
          disabled={isSending || hasPhotosOnTheirWay}
        >
          {isSending
            ? m['orders.page.sending']()
            : asksSeller
              ? m['orders.lot.ask_to_agree']()
              : actionLabel(name, order)}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {name === 'inspect' && order.arrival === null
            ? m['orders.arrival.skip']()
            : m['orders.page.close']()}
        </Button>
      </div>
    </form>
  );
}

const ways = ['tracking', 'pickup', 'files'] as const;
type Way = (typeof ways)[number];
const wayWords: Record<Way, () => string> = {
  tracking: () => m['orders.page.field.way_tracking'](),
  pickup: () => m['orders.page.field.way_pickup'](),
  files: () => m['orders.page.field.way_files'](),
};
const usualWay = { ship: 'tracking', pickup: 'pickup', digital: 'files' } as const;

/** A thing is sent or fetched, so that files are no way to deliver it. */
const waysOf = ({ delivery }: OrderDetail) =>
  delivery.kind === 'digital' ? ways : ways.filter((way) => way !== 'files');

function DeliverFields(props: { order: OrderDetail; fields: Fields; uploadsOf: string }) {
  const { order, fields, uploadsOf } = props;
  const [way, setWay] = useState<Way>(usualWay[order.delivery.kind]);
  return (
    <>
      {order.dimensions.some(({ provider }) => provider?.isWithin === false) && (
        <p className="rounded-md bg-danger-soft px-4 py-3 font-semibold text-danger">
          {m['orders.page.dimensions.warn']()}
        </p>
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{m['orders.page.field.way']()}</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {waysOf(order).map((each) => (
            <ChoiceField
              key={each}
              type="radio"
              name="way"
              value={each}
              checked={way === each}
              onChange={() => setWay(each)}
            >
              {wayWords[each]()}
            </ChoiceField>
          ))}
        </div>
      </fieldset>
      {way === 'pickup' && <p className="text-sm text-ink-soft">{m['orders.page.field.pickup_hint']()}</p>}
      {way === 'tracking' && <ParcelFields order={order} fields={fields} />}
      {way === 'files' && (
        <UploadField
          form={uploadsOf}
          label={m['orders.page.field.result_files']()}
          hint={m['orders.pay.files_hint']({ most: orderLimits.files })}
          error={errorUnder(fields, 'files') ?? fields['trackingNumber']}
          problemOf={problemOf}
        />
      )}
    </>
  );
}

function keepHint(least: number, most: number, currency: string): string {
  return m['orders.page.field.keep_hint']({ least: money(least, currency), most: money(most, currency) });
}

/** Amount that the provider keeps, as a slider and a number, with the resulting split. */
function KeepField(props: {
  order: OrderDetail;
  least: number;
  most: number;
  error: string | undefined;
  bearer?: DeliveryBearer | undefined;
}) {
  const { order, least, most, error, bearer } = props;
  const [typed, setTyped] = useState(() => String(Math.max(least, Math.round(most / 2))));
  const keep = wonOf(typed);
  const isRight = keep !== null && keep >= least && keep <= most;
  // A claim asks how much is refunded; every other form asks how much the provider keeps.
  const label = isTerminal(order.state)
    ? m['orders.page.field.refund_part']()
    : byBought(order, m['orders.page.field.keep'], m['orders.lot.keep'])();
  return (
    <div className="grid gap-3">
      <input
        type="range"
        aria-label={label}
        min={least}
        max={most}
        value={isRight ? keep : least}
        onChange={(event) => setTyped(event.target.value)}
        className="h-11 w-full accent-accent"
      />
      <TextField
        label={label}
        name="keep"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={keepHint(least, most, order.amounts.currency)}
        error={error}
      />
      {isRight && !isTerminal(order.state) && <SplitSum order={order} keep={keep} bearer={bearer} />}
    </div>
  );
}

/**
 * Returns whether the other side of a dispute may still answer. A ruling is possible before that, but should not
 * happen by mistake.
 */
const isAwaited = ({ dispute, state }: OrderDetail) => state === 'disputed' && dispute?.phase === 'answering';

const bearerWords: Record<DeliveryBearer, () => string> = {
  buyer: m['orders.page.field.bearer_buyer'],
  provider: m['orders.page.field.bearer_provider'],
};

/** No outcome is preselected, so that a ruling is always a deliberate choice. */
function RuleFields({ order, fields }: { order: OrderDetail; fields: Fields }) {
  const formatMoment = useFormatMoment();
  const errorId = useId();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [bearer, setBearer] = useState<DeliveryBearer>(wasSent(order) ? 'buyer' : 'provider');
  const isClaim = isTerminal(order.state);
  const most = isClaim ? (order.claim?.amount ?? 0) : order.amounts.principal;
  const claimWords: Record<Outcome, () => string> = {
    provider: () => m['orders.page.field.outcome_refuse_claim'](),
    buyer: () => m['orders.page.field.outcome_grant_claim']({ amount: money(most, order.amounts.currency) }),
    split: () => m['orders.page.field.outcome_part_claim'](),
  };
  // Choosing an outcome clears the error.
  const missing = outcome === null ? fields['outcome'] : undefined;
  const unsure = fields['unanswered'];
  return (
    <>
      {isAwaited(order) && (
        <div className="grid gap-2">
          <p className="font-semibold">
            {m['orders.page.field.unanswered_text']({
              who: sideName(order.waitsFor === 'buyer' ? 'buyer' : 'provider', order),
              moment: order.until === null ? '' : formatMoment(order.until),
            })}
          </p>
          <ChoiceField
            type="checkbox"
            name="unanswered"
            aria-invalid={unsure !== undefined}
            {...(unsure !== undefined && { 'aria-describedby': `${errorId}-unanswered` })}
          >
            {m['orders.page.field.unanswered']()}
          </ChoiceField>
          {unsure !== undefined && (
            <p id={`${errorId}-unanswered`} className="text-sm font-semibold text-danger">
              {unsure}
            </p>
          )}
        </div>
      )}
      <fieldset
        role="radiogroup"
        aria-invalid={missing !== undefined}
        {...(missing !== undefined && { 'aria-describedby': errorId })}
        className="grid gap-2 [&[aria-invalid=true]>label]:border-danger"
      >
        <legend className="mb-2 font-semibold">{m['orders.page.field.outcome']()}</legend>
        {outcomes
          .filter((each) => each !== 'split' || !order.isFree)
          .map((each) => (
            <ChoiceField
              key={each}
              type="radio"
              name="outcome"
              value={each}
              checked={outcome === each}
              onChange={() => setOutcome(each)}
            >
              {isClaim ? claimWords[each]() : outcomeName(each, order)}
            </ChoiceField>
          ))}
        {missing !== undefined && (
          <p id={errorId} className="text-sm font-semibold text-danger">
            {missing}
          </p>
        )}
      </fieldset>
      {outcome === 'split' && (
        <KeepField order={order} least={1} most={most - 1} error={fields['keep']} bearer={bearer} />
      )}
      {outcome === 'split' && !isClaim && order.amounts.delivery > 0 && (
        <fieldset role="radiogroup" className="grid gap-2">
          <legend className="mb-2 font-semibold">{m['orders.page.field.bearer']()}</legend>
          {deliveryBearers.map((each) => (
            <ChoiceField
              key={each}
              type="radio"
              name="deliveryBearer"
              value={each}
              checked={bearer === each}
              onChange={() => setBearer(each)}
            >
              {bearerWords[each]()}
            </ChoiceField>
          ))}
        </fieldset>
      )}
      {outcome !== null && outcome !== 'split' && !isClaim && !order.isFree && (
        <SplitSum order={order} keep={outcome === 'provider' ? most : 0} />
      )}
      {isClaim && outcome !== 'provider' && outcome !== null && buyerFeeOf(order) > 0 && (
        <p className="text-sm text-ink-soft">{m['orders.page.field.claim_fee']()}</p>
      )}
    </>
  );
}

/** Choice of a lot's winner who cancels: ask the seller, or accept a strike. */
function StrikeField(props: { error: string | undefined; onChange(accepts: boolean): void }) {
  const { error, onChange } = props;
  const errorId = useId();
  return (
    <div className="grid gap-2">
      <ChoiceField
        type="checkbox"
        name="acceptStrike"
        onChange={({ target }) => onChange(target.checked)}
        aria-invalid={error !== undefined}
        {...(error !== undefined && { 'aria-describedby': errorId })}
      >
        {m['orders.page.field.accept_strike']()}
      </ChoiceField>
      {error !== undefined && (
        <p id={errorId} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns the consequences of an action, shown before it is submitted. */
function warning(name: ActionName, order: OrderDetail): ReactNode {
  const { amounts, isFree, proposal, claim, state, terms } = order;
  const won = (amount: number) => money(amount, amounts.currency);
  const parts = (keep: number) => partsOf(order, keep);
  switch (name) {
    case 'accept':
      return byBought(order, m['orders.page.warn.accept'], m['orders.lot.warn.accept'])();
    case 'decline':
      return isFree ? m['orders.page.warn.decline_free']() : m['orders.page.warn.decline']();
    case 'start':
      return m['orders.page.warn.start']();
    case 'progress':
      return m['orders.page.warn.progress']();
    case 'inspect':
      return m['orders.page.warn.inspect']();
    case 'deliver':
      if (order.delivery.kind === 'digital') return m['orders.page.warn.hand_over']();
      return order.delivery.kind === 'pickup'
        ? m['orders.page.warn.ready']()
        : m['orders.page.warn.deliver']();
    case 'arrived':
      return order.side === 'provider'
        ? m['orders.page.warn.arrived_provider']()
        : m['orders.page.warn.arrived']({ days: terms.autoCompleteDays });
    case 'confirm':
      return isFree ? (
        m['orders.page.warn.confirm_free']()
      ) : (
        <strong>
          {byBought(
            order,
            m['orders.page.warn.confirm'],
            m['orders.lot.warn.confirm'],
          )({ amount: won(parts(amounts.principal).provider) })}
        </strong>
      );
    case 'cancel':
      if (order.side === 'admin') return m['orders.page.warn.cancel_staff']();
      return isFree || state === 'created'
        ? m['orders.page.warn.cancel_plain']()
        : m['orders.page.warn.cancel']();
    case 'cancel_late':
      return byBought(
        order,
        m['orders.page.warn.cancel_late'],
        m['orders.lot.warn.cancel_late'],
      )({ hours: terms.overdueAnswerHours });
    case 'ask_cancel':
      return m['orders.page.warn.ask_cancel']({ hours: terms.proposalHours });
    case 'settle':
      return byBought(order, m['orders.page.warn.settle'], m['orders.lot.warn.settle'])();
    case 'rework':
      return m['orders.page.warn.rework']({ times: terms.reworks });
    case 'agree': {
      if (proposal?.kind === 'rework')
        return byBought(order, m['orders.page.warn.agree_rework'], m['orders.lot.warn.agree_rework'])();
      if (proposal?.kind === 'return') return m['orders.page.warn.agree_return']();
      if (proposal?.kind === 'late_cancel') return m['orders.page.warn.agree_late_cancel']();
      if (proposal?.kind === 'cancel') return m['orders.page.warn.agree_cancel']();
      const part = parts(proposal?.keep ?? 0);
      return byBought(
        order,
        m['orders.page.warn.agree_settlement'],
        m['orders.lot.warn.agree_settlement'],
      )({
        provider: won(part.provider),
        buyer: won(part.buyer),
      });
    }
    case 'claim_grant':
      return (
        buyerFeeOf(order) > 0 ? m['orders.page.warn.agree_claim'] : m['orders.page.warn.agree_claim_plain']
      )({ amount: won(claim?.amount ?? 0) });
    case 'refuse':
      return m['orders.page.warn.refuse']();
    case 'claim_refuse':
      return m['orders.page.warn.refuse_claim']();
    case 'dispute':
      return order.side === 'admin' ? m['orders.page.warn.dispute_staff']() : m['orders.page.warn.dispute']();
    case 'answer':
      return m['orders.page.warn.answer']();
    case 'withdraw':
      return byBought(
        order,
        m['orders.page.warn.withdraw'],
        m['orders.lot.warn.withdraw'],
      )({ days: terms.returnDays });
    case 'withdraw_dispute':
      return m['orders.page.warn.withdraw_dispute']();
    case 'appeal':
      return m['orders.page.warn.appeal']();
    case 'claim':
      return m['orders.page.warn.claim']({
        days: terms.claimKnownDays,
        months: terms.claimSupplyMonths,
      });
    case 'rule':
      return m['orders.page.warn.rule']();
  }
}

/** Actions with an accompanying text send it as a note; all others send a reason. */
function saidIn(name: ActionName): 'note' | 'reason' {
  return ['accept', 'progress', 'deliver', 'arrived', 'inspect', 'confirm', 'agree', 'claim_grant'].includes(
    name,
  )
    ? 'note'
    : 'reason';
}

/** Parses an amount such as "30,000"; null if it is not one. */
function wonOf(typed: string): number | null {
  const digits = plainDigits(typed).replaceAll(/[\s,]/g, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

/** Parses an amount with decimals; null for none, and `undefined` for what is no number. */
function amountOf(typed: string): number | null | undefined {
  const digits = plainDigits(typed).replaceAll(/[\s,]/g, '');
  if (digits === '') return null;
  const amount = Number(digits);
  return /^[\d.]+$/.test(digits) && Number.isFinite(amount) ? amount : undefined;
}

/** Reads the form and validates it before it is sent. */
function read(
  data: FormData,
  { order, name, photos }: { order: OrderDetail; name: ActionName; photos: string[] },
): { input: Partial<EventInput>; wrong: Fields } {
  const text = (field: string) => String(data.get(field) ?? '').trim();
  const required = m['platform.field.required']();
  const wrong: Fields = {};
  const said = saidIn(name);
  const input: Partial<EventInput> = { version: order.version, [said]: text(said) };
  if (photos.length > 0) input.photos = photos;
  if (noteOf(name, order) === 'required' && input[said] === '') wrong[said] = required;
  if (needsPhoto(name, order) && photos.length === 0) wrong['photos'] = m['orders.error.photo_needed']();
  if (name === 'accept' || name === 'start') {
    if (text('machineId') !== '') input.machineId = text('machineId');
    if (text('startsOn') !== '') input.startsOn = text('startsOn');
  }
  if (isNote(name)) {
    const side = name === 'progress' ? 'provider' : 'buyer';
    const stage = makingStages.find((each) => each === text('stage'));
    if (name === 'progress' && stage) input.stage = stage;
    if (name === 'inspect') {
      if (text('works') === '') wrong['works'] = m['platform.field.choose']();
      else input.works = text('works') === 'yes';
    }
    if (order.dimensions.length > 0 && (name === 'inspect' || stage === 'finished')) {
      const found = readMeasured(data, order, side);
      Object.assign(wrong, found.wrong);
      if (found.measured) input.measured = found.measured;
    }
  }
  if (name === 'deliver') {
    if (text('way') === 'tracking') {
      input.carrier = carrierIn(data);
      input.trackingNumber = text('trackingNumber');
      if (input.carrier === '') wrong['carrier'] = required;
      if (input.trackingNumber === '') wrong['trackingNumber'] = required;
      else if (input.carrier !== '' && trackingNumber(input.carrier, input.trackingNumber) === null)
        wrong['trackingNumber'] = m['orders.error.tracking_wrong']();
    } else if (text('way') === 'pickup') input.pickup = true;
    else {
      const uploads = JSON.parse(text('uploads') || '[]') as string[];
      input.files = uploads.map((uploadId) => ({ uploadId }));
      if (data.has('uploadsUnfinished')) wrong['files'] = m['uploads.unfinished']();
      else if (uploads.length === 0) wrong['files'] = required;
    }
  }
  if (data.has('printed[0].grams') && order.print) {
    const { materials } = order.print;
    const printed = materials.map(({ material }, index) => {
      const path = materials.length > 1 ? `printed.materials[${index}]` : 'printed';
      const amount = (key: 'grams' | 'hours') => {
        const typed = amountOf(text(`printed[${index}].${key}`));
        if (typed === undefined) wrong[`${path}.${key}`] = m['platform.field.number']();
        return typed ?? null;
      };
      const machineId = text(`printed[${index}].machineId`);
      return {
        material,
        grams: amount('grams'),
        hours: amount('hours'),
        ...(machineId !== '' && { machineId }),
      };
    });
    const [only, ...others] = printed;
    if (only && printed.some(({ grams, hours }) => grams !== null || hours !== null))
      input.printed =
        others.length > 0
          ? { grams: null, hours: null, materials: printed }
          : { grams: only.grams, hours: only.hours, materials: [] };
  }
  if (name === 'ask_cancel') {
    if (data.has('acceptStrike')) input.acceptStrike = true;
    else if (order.proposal !== null) wrong['acceptStrike'] = m['orders.page.field.accept_strike_needed']();
  }
  if (name === 'arrived' && text('pickupCode') !== '') input.pickupCode = text('pickupCode');
  if (name === 'rule') {
    const outcome = outcomes.find((each) => each === text('outcome'));
    if (outcome) input.outcome = outcome;
    else wrong['outcome'] = m['platform.field.choose']();
    const bearer = deliveryBearers.find((each) => each === text('deliveryBearer'));
    if (bearer) input.deliveryBearer = bearer;
    if (isAwaited(order) && !data.has('unanswered'))
      wrong['unanswered'] = m['orders.page.field.unanswered_missing']();
  }
  if (data.has('keep')) {
    const typed = wonOf(text('keep'));
    if (typed === null) wrong['keep'] = m['orders.error.keep_out_of_range']();
    else if (name === 'rule' && isTerminal(order.state)) input.keep = (order.claim?.amount ?? 0) - typed;
    else input.keep = typed;
  }
  if (name === 'claim') {
    const kept = order.kept ?? 0;
    const amount = wonOf(text('claimAmount'));
    if (text('knownOn') === '') wrong['knownOn'] = required;
    else input.knownOn = text('knownOn');
    if (amount === null || amount < 1 || amount > kept) wrong['keep'] = m['orders.error.keep_out_of_range']();
    else input.keep = kept - amount;
  }
  return { input, wrong };
}
