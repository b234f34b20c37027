import { useQueryClient } from '@tanstack/react-query';
import type { WantedDetail } from '../contract.ts';
import { ownWantedKey, wantedListKey, wantedQuery } from './api.ts';

/** Shows the post that a call answered with at once, and lists are read again when they are looked at. */
export function useShown(id: string) {
  const client = useQueryClient();
  return (changed: WantedDetail) => {
    client.setQueryData(wantedQuery(id).queryKey, changed);
    void client.invalidateQueries({ queryKey: wantedListKey });
    void client.invalidateQueries({ queryKey: ownWantedKey });
  };
}
