import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { onlyDigits } from '#platform/shared/widths.ts';
import { useFieldErrors } from '#ui/field-errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import { groupCode } from '../code.ts';
import type { OrderPassports as Passports } from '../contract.ts';
import { eachKinds, labelSizes, passportLimits, type Each, type LabelSize } from '../rules.ts';
import { changeLabel, chooseLabels, claimThing, orderPassportsQuery } from './api.ts';

/** Labels of an order for its provider, and for its buyer the button that makes the things theirs. */
export function OrderPassports({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderPassportsQuery(orderId));
  if (data?.side === 'provider' && data.choice)
    return <Labels orderId={orderId} order={data} choice={data.choice} />;
  if (data?.side === 'buyer' && data.passports.length > 0) return <Mine orderId={orderId} order={data} />;
  return null;
}

const frame =
  'grid grid-cols-[minmax(0,1fr)] gap-5 rounded-lg border border-line bg-surface p-5 md:p-6 print:hidden';

function Mine({ orderId, order: { passports } }: { orderId: string; order: Passports }) {
  const client = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const open = passports.filter(({ isClaimed, code }) => !isClaimed && code !== null);
  async function claimAll(): Promise<void> {
    setIsSending(true);
    try {
      for (const { code } of open) if (code !== null) await claimThing(code);
      toast('success', m['passports.claim.done']());
    } catch (error) {
      toast('danger', describeError(error));
    } finally {
      setIsSending(false);
      void client.invalidateQueries({ queryKey: ['things'] });
      await client.invalidateQueries({ queryKey: orderPassportsQuery(orderId).queryKey });
    }
  }
  return (
    <section aria-labelledby="order-things" className={frame}>
      <div className="grid gap-1">
        <h2 id="order-things" className="text-xl font-bold">
          {open.length > 0 ? m['passports.order.mine_title']() : m['passports.own.title']()}
        </h2>
        {open.length > 0 && <p className="text-ink-soft">{m['passports.order.mine_text']()}</p>}
      </div>
      {open.length > 0 && (
        <Button className="w-full sm:w-fit" disabled={isSending} onClick={() => void claimAll()}>
          {open.length === 1
            ? m['passports.claim.action']()
            : m['passports.order.mine_all']({ count: open.length })}
        </Button>
      )}
      <List passports={passports} />
    </section>
  );
}

function List({ passports, orderId }: { passports: Passports['passports']; orderId?: string }) {
  return (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
      {passports.map((passport) => (
        <li key={passport.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <div className="min-w-0">
            <p className="font-semibold break-words">
              {passport.code === null ? (
                passport.title || m['passports.page.untitled']()
              ) : (
                <Link to="/p/$code" params={{ code: passport.code }} className="text-accent-strong underline">
                  {passport.title || m['passports.page.untitled']()}
                </Link>
              )}
            </p>
            <p className="text-sm text-ink-soft">
              <span className="font-mono">
                {passport.code === null ? m['passports.order.no_label']() : groupCode(passport.code)}
              </span>
              {' · '}
              {passport.isOwn
                ? m['passports.order.own']()
                : passport.isClaimed
                  ? m['passports.order.claimed']()
                  : m['passports.order.unclaimed']()}
            </p>
          </div>
          {orderId !== undefined && (
            <div className="flex flex-wrap gap-x-4">
              <Change orderId={orderId} id={passport.id} act="reissue" />
              {passport.code !== null && <Change orderId={orderId} id={passport.id} act="revoke" />}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const changeWords = {
  reissue: {
    name: () => m['passports.order.reissue'](),
    sure: () => m['passports.order.reissue_sure'](),
  },
  revoke: { name: () => m['passports.order.revoke'](), sure: () => m['passports.order.revoke_sure']() },
};

function Change({ orderId, id, act }: { orderId: string; id: string; act: keyof typeof changeWords }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { name, sure } = changeWords[act];
  async function send(): Promise<void> {
    try {
      client.setQueryData(orderPassportsQuery(orderId).queryKey, await changeLabel(id, act));
      toast('success', m['passports.order.changed']());
      setIsAsking(false);
    } catch (error) {
      toast('danger', describeError(error));
    }
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setIsAsking(true)}
        className="min-h-11 text-sm text-accent-strong underline"
      >
        {name()}
      </button>
      {isAsking && (
        <Dialog title={name()} onClose={() => setIsAsking(false)}>
          <p>{sure()}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="secondary" onClick={() => setIsAsking(false)}>
              {m['passports.order.cancel']()}
            </Button>
            <Button look="danger" onClick={() => void send()}>
              {name()}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const sizeNames: Record<LabelSize, () => string> = {
  '62x29': () => '62 × 29 mm',
  '50x30': () => '50 × 30 mm',
  a4: () => m['passports.order.a4'](),
};

function Labels(props: { orderId: string; order: Passports; choice: NonNullable<Passports['choice']> }) {
  const { orderId, order, choice } = props;
  const { passports, isDelivered } = order;
  const hasLabels = passports.some(({ code }) => code !== null);
  return (
    <section aria-labelledby="order-labels" className={frame}>
      <div className="grid gap-1">
        <h2 id="order-labels" className="text-xl font-bold">
          {m['passports.order.title']()}
        </h2>
        <p className="text-ink-soft">
          {m['passports.order.text']()}
          {!isDelivered && ` ${m['passports.order.before']()}`}
        </p>
      </div>
      {hasLabels && (
        <div className="grid gap-2">
          <h3 className="flex items-center gap-2 font-semibold">
            <Printer aria-hidden="true" className="size-5" />
            {m['passports.order.print']()}
          </h3>
          <div className="flex flex-wrap gap-3">
            {labelSizes.map((size, index) => (
              <a
                key={size}
                href={`/api/orders/${orderId}/labels.pdf?size=${size}`}
                target="_blank"
                rel="noreferrer"
                className={buttonClass(index === 0 ? 'primary' : 'secondary')}
              >
                {sizeNames[size]()}
              </a>
            ))}
          </div>
        </div>
      )}
      {passports.length > 0 && <List passports={passports} orderId={orderId} />}
      <ChoiceForm key={passports.length} orderId={orderId} order={order} choice={choice} />
    </section>
  );
}

function ChoiceForm(props: { orderId: string; order: Passports; choice: NonNullable<Passports['choice']> }) {
  const { orderId, order, choice } = props;
  const client = useQueryClient();
  // What was chosen by the number of pieces stays open for orders of other numbers.
  const [chosen, setChosen] = useState<Each | null>(choice.isUsual ? null : choice.each);
  const each = chosen ?? choice.each;
  const [showsMaker, setShowsMaker] = useState(choice.showsMaker);
  const [title, setTitle] = useState(choice.title);
  const [months, setMonths] = useState(choice.warrantyMonths === null ? '' : String(choice.warrantyMonths));
  const [warranty, setWarranty] = useState(choice.warranty);
  const [gtin, setGtin] = useState(choice.gtin ?? '');
  const form = useRef<HTMLFormElement>(null);
  const { fields: errors, setFields: setErrors, corrected } = useFieldErrors(form);
  const [isSending, setIsSending] = useState(false);
  const isMade = order.passports.length > 0;

  async function save(): Promise<void> {
    const warrantyMonths = months.trim() === '' ? null : Number(onlyDigits(months));
    const isWrong =
      warrantyMonths !== null &&
      !(
        Number.isInteger(warrantyMonths) &&
        warrantyMonths > 0 &&
        warrantyMonths <= passportLimits.warrantyMonths
      );
    setErrors(isWrong ? { warrantyMonths: m['passports.order.months_wrong']() } : {});
    if (isWrong) return;
    setIsSending(true);
    try {
      const saved = await chooseLabels(orderId, {
        ...(chosen !== null && { each: chosen }),
        ...(title.trim() !== '' && title !== choice.title && { title }),
        showsMaker,
        warrantyMonths,
        warranty,
        gtin,
      });
      client.setQueryData(orderPassportsQuery(orderId).queryKey, saved);
      toast('success', m['passports.order.saved']());
    } catch (error) {
      setErrors(error instanceof ApiError ? error.fields : {});
      toast('danger', describeError(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form
      ref={form}
      className="grid gap-4"
      onInput={corrected}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {!isMade && (
        <div role="radiogroup" aria-label={m['passports.order.each']()} className="grid gap-2 sm:grid-cols-3">
          {eachKinds.map((kind) => (
            <ChoiceField
              key={kind}
              type="radio"
              name={`each ${orderId}`}
              checked={each === kind}
              onChange={() => setChosen(kind)}
            >
              {eachNames[kind](order.pieces)}
            </ChoiceField>
          ))}
        </div>
      )}
      {errors['each'] !== undefined && <p className="text-sm font-semibold text-danger">{errors['each']}</p>}
      <ChoiceField
        type="checkbox"
        checked={showsMaker}
        onChange={(event) => setShowsMaker(event.target.checked)}
      >
        {m['passports.order.shows_maker']()}
      </ChoiceField>
      <details open={Object.keys(errors).length > 0 || undefined}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          {m['passports.order.more']()}
        </summary>
        <div className="grid gap-4 pt-3">
          {order.isDelivered && choice.isOneDesign && (
            <TextField
              label={m['passports.order.name']()}
              name="title"
              value={title}
              maxLength={200}
              onChange={(event) => setTitle(event.target.value)}
              error={errors['title']}
            />
          )}
          <TextField
            label={m['passports.order.months']()}
            optional={m['passports.order.optional']()}
            name="warrantyMonths"
            inputMode="numeric"
            value={months}
            onChange={(event) => setMonths(event.target.value)}
            error={errors['warrantyMonths']}
          />
          <TextAreaField
            label={m['passports.order.warranty']()}
            optional={m['passports.order.optional']()}
            name="warranty"
            rows={3}
            value={warranty}
            maxLength={passportLimits.warranty}
            onChange={(event) => setWarranty(event.target.value)}
            error={errors['warranty']}
          />
          {choice.isOneDesign && (
            <TextField
              label={m['passports.order.gtin']()}
              optional={m['passports.order.optional']()}
              name="gtin"
              inputMode="numeric"
              value={gtin}
              onChange={(event) => setGtin(event.target.value)}
              error={errors['gtin']}
            />
          )}
        </div>
      </details>
      <Button
        type="submit"
        look={isMade || !order.isDelivered ? 'secondary' : 'primary'}
        className="w-fit"
        disabled={isSending}
      >
        {isMade || !order.isDelivered || each === 'none'
          ? m['passports.order.save']()
          : m['passports.order.make']()}
      </Button>
    </form>
  );
}

const eachNames: Record<Each, (pieces: number) => string> = {
  piece: (count) => m['passports.order.piece']({ count }),
  batch: () => m['passports.order.batch'](),
  none: () => m['passports.order.nothing'](),
};
