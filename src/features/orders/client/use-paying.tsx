import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { orderQuery } from './api.ts';
import { NavigationFailed, payFor } from './paying.ts';

/** Sends the browser to the gateway, once: busy until the page is left, or restored from the back/forward cache. */
export function usePaying(payOne: (id: string) => Promise<void> = payFor) {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: payOne,
    onError: async (error, orderId) => {
      if (error instanceof NavigationFailed)
        toast('danger', m['orders.pay.navigation_failed'](), m['orders.pay.navigation_later']());
      else toast('danger', m['orders.result.fail_title'](), describeError(error));
      await client.invalidateQueries(orderQuery(orderId));
    },
  });
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, [reset]);
  return { pay: mutate, isBusy: isPending || isSuccess };
}
