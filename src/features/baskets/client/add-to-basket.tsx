import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShoppingBasket } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import type { ItemInput } from '../contract.ts';
import { addItem, basketKey } from './api.ts';

/** Puts an order into the basket, to be paid with those of other makers; leads there afterwards. */
export function AddToBasket({ item }: { item: Pick<ItemInput, 'serviceId' | 'quoteId' | 'quantity'> }) {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => addItem(item),
    onSuccess: async () => {
      toast('success', m['baskets.add.done']());
      await client.invalidateQueries({ queryKey: basketKey });
    },
    onError: (error) => toast('danger', m['baskets.add.failed'](), describeError(error)),
  });
  if (add.isSuccess) {
    return (
      // Needs a full page load, because the CSP of payment pages belongs to their document.
      <Link to="/payment/basket" reloadDocument className={buttonClass('secondary')}>
        <ShoppingBasket aria-hidden="true" className="size-5" />
        {m['baskets.add.see']()}
      </Link>
    );
  }
  return (
    <Button look="secondary" disabled={add.isPending} onClick={() => add.mutate()}>
      <ShoppingBasket aria-hidden="true" className="size-5" />
      {m['baskets.add.button']()}
    </Button>
  );
}
