import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { freezeOrder } from './money-api.ts';

/** Button that holds a provider's payable for an order, or frees it. */
export function FreezeButton({ orderId, isFrozen }: { orderId: string; isFrozen: boolean }) {
  const [isAsked, setIsAsked] = useState(false);
  const client = useQueryClient();
  const name = isFrozen ? m['payments.admin.release']() : m['payments.admin.freeze']();
  return (
    <>
      <Button look="secondary" onClick={() => setIsAsked(true)}>
        {name}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={name}
          text={isFrozen ? m['payments.admin.release_text']() : m['payments.admin.freeze_text']()}
          submit={name}
          send={async ({ reason = '' }) => {
            await freezeOrder(orderId, { frozen: !isFrozen, reason });
            await client.invalidateQueries({ queryKey: ['admin'] });
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
