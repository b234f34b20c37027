/** Unsent text; its client id stays the same as long as the text does. */
type Draft = { text: string; clientId: string };

const named = (text: string): Draft => ({ text, clientId: crypto.randomUUID() });

/** Opens the draft that this browser keeps for its writer. */
export function openDraft(personId: string, about: string) {
  const key = `gongbang-draft:${personId}:${about}`;
  let draft = load(key) ?? named('');
  return {
    read: (): Draft => draft,
    keep(text: string): void {
      if (text === draft.text) return;
      draft = named(text);
      try {
        if (text.trim() === '') localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // Without storage, the field itself still holds the text.
      }
    },
  };
}

function load(key: string): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    const { text, clientId } = kept ?? {};
    return typeof text === 'string' && typeof clientId === 'string' ? { text, clientId } : null;
  } catch {
    return null;
  }
}
