import { useId } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ChoiceField } from '#ui/choice-field.tsx';
import type { Fields } from '#ui/form-group.tsx';
import type { OrderDetail } from '../contract.ts';
import { MeasuredFields } from './dimensions.tsx';

/** What the buyer finds: dimensions, and whether it fits and works. Nothing is preselected. */
export function InspectFields({ order, fields }: { order: OrderDetail; fields: Fields }) {
  const errorId = useId();
  const error = fields['works'];
  return (
    <>
      {order.dimensions.length > 0 && <MeasuredFields order={order} side="buyer" fields={fields} />}
      <fieldset
        role="radiogroup"
        aria-invalid={error !== undefined}
        {...(error !== undefined && { 'aria-describedby': errorId })}
        className="grid gap-2 sm:grid-cols-2 [&[aria-invalid=true]>label]:border-danger"
      >
        <legend className="mb-2 font-semibold">{m['orders.page.field.works']()}</legend>
        <ChoiceField type="radio" name="works" value="yes">
          {m['orders.page.field.works_yes']()}
        </ChoiceField>
        <ChoiceField type="radio" name="works" value="no">
          {m['orders.page.field.works_no']()}
        </ChoiceField>
        {error !== undefined && (
          <p id={errorId} className="text-sm font-semibold text-danger">
            {error}
          </p>
        )}
      </fieldset>
    </>
  );
}
