import type { SyntheticEvent } from 'react';

/** Escape closes only the topmost dialog, although React also notifies the dialog that opened it. */
export function onOwnCancel(event: SyntheticEvent, onClose: () => void): void {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  onClose();
}

/**
 * Opens a dialog and returns the function that closes it. Meanwhile the focused element may disappear (such as a button
 * after its action): the focus then moves to the heading instead of being lost.
 */
export function openDialog(dialog: HTMLDialogElement): () => void {
  let focused: Element | null = null;
  const remember = ({ target }: FocusEvent) => (focused = target as Element);
  const changes = new MutationObserver(() => {
    if (focused?.isConnected === false) focusHeadingIfLost();
  });
  dialog.addEventListener('focusin', remember);
  changes.observe(dialog, { childList: true, subtree: true });
  dialog.showModal();
  return () => {
    changes.disconnect();
    // Removed without being closed, the dialog would lose the focus: closing returns it to where it was.
    dialog.close();
    requestAnimationFrame(focusHeadingIfLost);
  };
}

/** Moves the focus to the heading of the topmost dialog if the focused element is gone. */
function focusHeadingIfLost(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
  const heading = top?.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  // Safari does not focus buttons on press, so this case is common there and must not scroll.
  heading.focus({ preventScroll: true });
}
