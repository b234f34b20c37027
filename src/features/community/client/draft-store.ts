/** Opens the draft of a channel or thread, stored per person in this browser until it is sent. */
export function openDraft(personId: string, place: string) {
  const key = `gongbang-writing:${personId}:${place}`;
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
        // Without storage, the text field itself keeps the draft.
      }
    },
  };
}
