import { useState } from 'react';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import { freezeOrder } from './money-api.ts';

/** Holds or releases what a provider is owed for an order. */
export function FreezeButtons({ orderId }: { orderId: string }) {
  const [asked, setAsked] = useState<'freeze' | 'release' | null>(null);
  const freezes = asked === 'freeze';
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="secondary" onClick={() => setAsked('freeze')}>
        {m['payments.admin.freeze']()}
      </Button>
      <Button look="quiet" onClick={() => setAsked('release')}>
        {m['payments.admin.release']()}
      </Button>
      {asked !== null && (
        <ReasonDialog
          title={freezes ? m['payments.admin.freeze']() : m['payments.admin.release']()}
          text={freezes ? m['payments.admin.freeze_text']() : m['payments.admin.release_text']()}
          submit={freezes ? m['payments.admin.freeze']() : m['payments.admin.release']()}
          send={({ reason = '' }) => freezeOrder(orderId, { frozen: freezes, reason })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
