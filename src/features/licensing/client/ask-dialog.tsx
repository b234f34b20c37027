import { useQueryClient } from '@tanstack/react-query';
import { FormMessage, missing, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import type { Rights } from '../contract.ts';
import { permissionLimits } from '../rules.ts';
import { purposeNames } from '../words.ts';
import { askPermission } from './api.ts';
import { formatCount } from './words.ts';

/** Asks an author for what their licence does not allow. */
export function AskDialog(props: { rights: Rights; onClose(): void; onAsked(): void }) {
  const { rights, onClose, onAsked } = props;
  const { resourceId, purpose, pieces } = rights;
  const client = useQueryClient();
  const form = useForm({
    check: (values) => missing(values, ['note']),
    async send({ note = '' }) {
      await askPermission(resourceId, { purpose, pieces, note });
      void client.invalidateQueries({ queryKey: ['permissions'] });
      toast('success', m['licensing.ask.sent']());
      onAsked();
    },
  });
  return (
    <Dialog title={m['licensing.ask.title']()} onClose={onClose}>
      <form {...form.props} className="grid gap-4">
        <p>{m['licensing.ask.text']({ purpose: purposeNames[purpose](), count: formatCount(pieces) })}</p>
        <TextAreaField
          label={m['licensing.ask.note']()}
          hint={m['licensing.ask.hint']()}
          name="note"
          rows={4}
          maxLength={permissionLimits.note}
          error={form.fields['note']}
        />
        <FormMessage>{form.message}</FormMessage>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            {m['licensing.ask.cancel']()}
          </Button>
          <Button type="submit" disabled={form.pending}>
            {m['licensing.ask.send']()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
