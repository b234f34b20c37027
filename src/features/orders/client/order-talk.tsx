import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Button } from '#ui/button.tsx';
import type { OrderDetail } from '../contract.ts';
import { orderQuery, sayInOrder } from './api.ts';
import { Card } from './card.tsx';
import { byBought } from './order-words.ts';

/** Loaded lazily, because most orders need no conversation. */
const TalkHere = lazy(async () => ({
  default: (await import('#features/conversations/client/public.tsx')).TalkHere,
}));

/** Conversation of both parties about the order; either can begin it. */
export function OrderTalk({ order }: { order: OrderDetail }) {
  const { id, side, conversationId } = order;
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const [isOpen, setIsOpen] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) region.current?.focus();
  }, [isOpen]);
  if (!user || side === 'admin') return null;
  const begin =
    side === 'provider'
      ? m['orders.page.talk_buyer']()
      : byBought(order, m['orders.page.talk_provider'], m['orders.lot.talk_seller'])();
  return (
    <div className="print:hidden">
      <Card title={m['orders.page.talk']()}>
        <p className="text-ink-soft">{m['orders.page.talk_text']()}</p>
        {/* Stays open once opened: closing it would lose an unsent message. */}
        {isOpen ? (
          <div ref={region} role="region" aria-label={m['orders.page.talk']()} tabIndex={-1}>
            <Suspense fallback={<div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />}>
              <TalkHere
                conversationId={conversationId}
                personId={user.id}
                about={`order:${id}`}
                open={async (message) => {
                  await sayInOrder(id, message);
                  await client.invalidateQueries({ queryKey: orderQuery(id).queryKey });
                }}
              />
            </Suspense>
          </div>
        ) : (
          <Button look="secondary" className="w-fit" onClick={() => setIsOpen(true)}>
            <MessageCircle aria-hidden="true" className="size-5" />
            {conversationId === null ? begin : m['orders.page.talk_open']()}
          </Button>
        )}
      </Card>
    </div>
  );
}
