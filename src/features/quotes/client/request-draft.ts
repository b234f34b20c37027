/** Unsent fields of a request. */
export type RequestDraft = {
  fields: Record<string, string>;
  serviceIds: string[];
  /** Order whose place an agreed offer is to take, and the files it was made of. */
  instead?: { orderId: string; fileHashes: string[] } | undefined;
};

/** Name of the draft of a request that is to take the place of an order. */
export const insteadOf = (orderId: string): string => `instead of ${orderId}`;

/** Opens the draft that this browser keeps for its writer; files are stored separately. */
export function openRequestDraft(personId: string, about: string) {
  const key = `gongbang-quote-request:${personId}:${about}`;
  return {
    read: (): RequestDraft | null => {
      try {
        const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<RequestDraft> | null;
        if (!kept || !Array.isArray(kept.serviceIds) || typeof kept.fields !== 'object') return null;
        return { fields: kept.fields ?? {}, serviceIds: kept.serviceIds, instead: kept.instead };
      } catch {
        return null;
      }
    },
    /** Stores the draft; returns whether that succeeded. */
    keep(draft: RequestDraft): boolean {
      try {
        localStorage.setItem(key, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    forget(): void {
      try {
        localStorage.removeItem(key);
      } catch {
        // Without storage, nothing was kept that could be removed.
      }
    },
  };
}
