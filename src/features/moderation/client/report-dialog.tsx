import { useState } from 'react';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField, TextAreaField } from '#ui/field.tsx';
import { longestText, reasons } from '../rules.ts';
import { reasonNames } from './words.ts';

/** Reports something to the moderators. `path` is the call that takes reports of it. */
export function ReportDialog({ path, onClose }: { path: string; onClose(): void }) {
  const [reason, setReason] = useState('');
  const form = useForm({
    check(values) {
      const wrong = missing(values, reason === 'other' ? ['reason', 'text'] : ['reason']);
      return wrong['text'] === undefined ? wrong : { ...wrong, text: m['moderation.field.other_text']() };
    },
    async send({ text = '' }) {
      await sendJson('POST', path, { reason, text });
      toast('success', m['moderation.dialog.sent'](), m['moderation.dialog.sent_text']());
      onClose();
    },
  });
  return (
    <Dialog title={m['moderation.dialog.title']()} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <p>{m['moderation.dialog.lead']()}</p>
        <SelectField
          label={m['moderation.dialog.reason']()}
          name="reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={form.fields['reason']}
        >
          <option value="">{m['moderation.dialog.choose']()}</option>
          {reasons.map((each) => (
            <option key={each} value={each}>
              {reasonNames[each]()}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={m['moderation.dialog.text']()}
          {...(reason !== 'other' && { optional: m['moderation.dialog.optional']() })}
          name="text"
          rows={4}
          maxLength={longestText}
          error={form.fields['text']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={form.pending}>
            {form.pending ? m['moderation.dialog.sending']() : m['moderation.dialog.send']()}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {m['moderation.dialog.cancel']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
