import type { SyntheticEvent } from 'react';

/** Escape closes the dialog that is on top. React tells the one that it was opened from as well. */
export function onOwnCancel(event: SyntheticEvent, onClose: () => void): void {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  onClose();
}

/**
 * Closes a dialog, which gives the focus back to where it was. Where that has gone meanwhile, as the button for what has just been
 * done, it goes to the heading of what is on top now, and not to nowhere.
 */
export function closeDialog(dialog: HTMLDialogElement | null): void {
  dialog?.close();
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
    const heading = top?.querySelector<HTMLElement>('h1, h2');
    if (!heading) return;
    heading.tabIndex = -1;
    // Safari gives no focus to what is pressed, so this is usual there: nothing may jump.
    heading.focus({ preventScroll: true });
  });
}
