import type { SyntheticEvent } from 'react';

/** Escape closes the dialog that is on top. React tells the one that it was opened from as well. */
export function onOwnCancel(event: SyntheticEvent, onClose: () => void): void {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  onClose();
}

/**
 * Opens a dialog, and gives what closes it again. Meanwhile whatever in it has the focus may go, as the button for what has just been
 * done does once the answer is there: the focus then goes to the heading, and not to nowhere.
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
    // Taken away without being closed, the focus would be lost: closing gives it back to where it was.
    dialog.close();
    requestAnimationFrame(focusHeadingIfLost);
  };
}

/** To the heading of what is on top now, where what had the focus is no longer there. */
function focusHeadingIfLost(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
  const heading = top?.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  // Safari gives no focus to what is pressed, so this is usual there: nothing may jump.
  heading.focus({ preventScroll: true });
}
