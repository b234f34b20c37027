/** What somebody has typed and not sent, kept in this browser under their own name. */
export function openDraft(personId: string, about: string) {
  const key = `gongbang-draft:${personId}:${about}`;
  return {
    read(): string {
      try {
        return localStorage.getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    keep(text: string): void {
      try {
        if (text.trim() === '') localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      } catch {
        // Without storage the field itself still holds it.
      }
    },
  };
}
