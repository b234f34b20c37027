import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { textIn } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { carrierCodes, carrierOf, carriers } from '#platform/shared/carriers.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { OrderDetail } from '../contract.ts';
import { makingStages, orderLimits, type MakingStage } from '../rules.ts';
import { wasShown } from './action-order.ts';
import { MeasuredFields } from './dimensions.tsx';
import { useNow } from './use-now.tsx';

/** Machine and first day of the work, as the provider plans it. */
export function PlanFields(props: { order: OrderDetail; fields: Fields; withDay: boolean }) {
  const { order, fields, withDay } = props;
  const { machines, machine } = order.making;
  const now = useNow();
  const usual = machines.find((each) => each.name === machine) ?? machines.find(({ isQuoted }) => isQuoted);
  const optional = m['orders.pay.optional']();
  return (
    <div className="grid gap-5 sm:grid-cols-2 empty:hidden">
      {machines.length > 0 && (
        <SelectField
          label={m['orders.page.field.machine']()}
          name="machineId"
          defaultValue={usual?.id ?? ''}
          error={fields['machineId']}
          optional={optional}
        >
          <option value="">{m['orders.page.field.machine_any']()}</option>
          {machines.map(({ id, name, isQuoted }) => (
            <option key={id} value={id}>
              {isQuoted ? m['orders.page.field.machine_quoted']({ name }) : name}
            </option>
          ))}
        </SelectField>
      )}
      {withDay && (
        <TextField
          label={m['orders.page.field.starts_on']()}
          name="startsOn"
          type="date"
          min={koreanDay(new Date(now))}
          hint={m['orders.page.field.starts_on_hint']()}
          error={fields['startsOn']}
          optional={optional}
        />
      )}
    </div>
  );
}

const stageWords: Record<MakingStage, () => string> = {
  underway: m['orders.page.field.stage_underway'],
  finished: m['orders.page.field.stage_finished'],
};

/** Returns what a photo of the making shows; prints begin with their first layer. */
export function stageName(stage: MakingStage, { serviceType }: { serviceType?: string | undefined }): string {
  return stage === 'underway' && isPricedByWeight(serviceType)
    ? m['orders.page.field.stage_layer']()
    : stageWords[stage]();
}

/** What photos of the making show, and what was measured of the finished piece. */
export function ProgressFields({ order, fields }: { order: OrderDetail; fields: Fields }) {
  const [stage, setStage] = useState<MakingStage>(() =>
    wasShown(order, 'underway') ? 'finished' : 'underway',
  );
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{m['orders.page.field.stage']()}</legend>
        {makingStages.map((each) => (
          <ChoiceField
            key={each}
            type="radio"
            name="stage"
            value={each}
            checked={stage === each}
            onChange={() => setStage(each)}
          >
            {stageName(each, order)}
          </ChoiceField>
        ))}
      </fieldset>
      {stage === 'finished' && order.dimensions.length > 0 && (
        <MeasuredFields order={order} side="provider" fields={fields} />
      )}
    </>
  );
}

const other = 'other';

/** Carrier and number of a parcel. */
export function ParcelFields({ order, fields }: { order: OrderDetail; fields: Fields }) {
  const [carrier, setCarrier] = useState(
    order.making.carriers.map(carrierOf).find((code) => code !== null) ?? '',
  );
  const error = fields['carrier'];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="grid content-start gap-3">
        <SelectField
          label={m['orders.page.field.carrier']()}
          name="carrierCode"
          value={carrier}
          onChange={({ target }) => setCarrier(target.value as typeof carrier)}
          error={carrier === other ? undefined : error}
        >
          <option value="" disabled>
            {m['platform.field.choose']()}
          </option>
          {carrierCodes.map((code) => (
            <option key={code} value={code}>
              {textIn(carriers[code].names, currentLocale())}
            </option>
          ))}
          <option value={other}>{m['orders.page.field.carrier_other']()}</option>
        </SelectField>
        {(carrier as string) === other && (
          <TextField
            label={m['orders.page.field.carrier_name']()}
            name="carrier"
            maxLength={orderLimits.carrier}
            error={error}
          />
        )}
      </div>
      <TextField
        label={m['orders.page.field.tracking']()}
        name="trackingNumber"
        autoComplete="off"
        maxLength={orderLimits.tracking}
        hint={m['orders.page.field.tracking_hint']()}
        error={fields['trackingNumber']}
      />
    </div>
  );
}

/** Returns the carrier of a form of {@link ParcelFields}: a code, or a name that was typed. */
export function carrierIn(data: FormData): string {
  const code = String(data.get('carrierCode') ?? '');
  return code === other ? String(data.get('carrier') ?? '').trim() : code;
}
