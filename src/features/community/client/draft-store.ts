/** What is being written in a channel or a thread stays in this browser, under the name of its writer, until it is sent. */
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
        // Without storage the field itself still holds it.
      }
    },
  };
}
