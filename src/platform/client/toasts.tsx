import { useEffect, useSyncExternalStore } from 'react';

/** How long a toast stays unless the pointer is over it. There is one toast at a time. */
export const toastMs = 3000;

export type Toast = { id: number; tone: 'success' | 'danger'; title: string; text?: string };

let current: Toast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

let timer: ReturnType<typeof setTimeout>;
/** Shared by all places that show the toast, so that a pointer over it in a dialog keeps it there. */
const hold = () => clearTimeout(timer);
function letGo(): void {
  hold();
  timer = setTimeout(set, toastMs, null);
}

/** Shows a toast; it replaces the current one. */
export function toast(tone: Toast['tone'], title: string, text?: string): void {
  set({ id: nextId++, tone, title, ...(text !== undefined && text !== '' && { text }) });
  letGo();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Container of toasts. Both live regions are always mounted, so that screen readers announce new content. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  const card = shown && <ToastCard key={shown.id} toast={shown} />;
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--bar-height,0px))] z-50 flex justify-center md:justify-end">
      <div role="status">{shown?.tone === 'success' && card}</div>
      <div role="alert">{shown?.tone === 'danger' && card}</div>
    </div>
  );
}

export function ToastCard({ toast: shown }: { toast: Toast }) {
  // A dialog that closes removes the element under the pointer without a pointerleave event.
  useEffect(() => letGo, []);
  const tone =
    shown.tone === 'danger'
      ? 'border-danger bg-danger-soft text-danger'
      : 'border-accent bg-surface text-ink';
  return (
    <div
      onPointerEnter={hold}
      onPointerLeave={letGo}
      className={`pointer-events-auto max-w-md rounded-md border-l-4 px-4 py-3 shadow-lg starting:translate-y-2 starting:opacity-0 transition duration-200 ${tone}`}
    >
      <p className="font-semibold">{shown.title}</p>
      {shown.text !== undefined && <p className="mt-1 text-sm">{shown.text}</p>}
    </div>
  );
}
