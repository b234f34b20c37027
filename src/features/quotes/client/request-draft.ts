/** What somebody has typed into a request and not sent. */
export type RequestDraft = { fields: Record<string, string>; serviceIds: string[] };

/** Kept in this browser under the name of its writer; files have a memory of their own. */
export function openRequestDraft(personId: string, about: string) {
  const key = `gongbang-quote-request:${personId}:${about}`;
  return {
    read: (): RequestDraft | null => {
      try {
        const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<RequestDraft> | null;
        if (!kept || !Array.isArray(kept.serviceIds) || typeof kept.fields !== 'object') return null;
        return { fields: kept.fields ?? {}, serviceIds: kept.serviceIds };
      } catch {
        return null;
      }
    },
    /** Whether it could be. */
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
        // Nothing was kept either.
      }
    },
  };
}
