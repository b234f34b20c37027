/** Delay before a tooltip opens; right after another one it opens at once. */
export const openDelayMs = 700;
export const skipDelayMs = 300;

const gapPx = 4;

/** Opening and closing of tooltips: the delays, separate from the rendering. */
export function createTooltipTimer<Target>(show: (target: Target) => void, hide: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let open = false;
  let closedAt = -Infinity;
  function reveal(target: Target): void {
    open = true;
    show(target);
  }
  return {
    enter(target: Target): void {
      clearTimeout(timer);
      if (open || Date.now() - closedAt < skipDelayMs) reveal(target);
      else timer = setTimeout(() => reveal(target), openDelayMs);
    },
    leave(): void {
      clearTimeout(timer);
      if (!open) return;
      open = false;
      closedAt = Date.now();
      hide();
    },
  };
}

/**
 * Shows tooltips of icon-only controls, elements with `data-tooltip`. One box for the whole page, in the top layer. It
 * repeats the control's accessible name, so it is hidden from screen readers.
 */
export function startTooltips(): void {
  if (!('popover' in HTMLElement.prototype)) return;
  const box = document.createElement('div');
  box.popover = 'manual';
  box.setAttribute('aria-hidden', 'true');
  box.className =
    'pointer-events-auto fixed inset-auto m-0 max-w-64 rounded-sm border-0 bg-ink px-2 py-1 text-sm text-paper';

  const timer = createTooltipTimer<HTMLElement>(
    (target) => {
      if (!target.isConnected) return;
      box.textContent = target.dataset['tooltip'] ?? '';
      // An open dialog makes everything outside of it inert.
      (target.closest('dialog') ?? document.body).append(box);
      box.showPopover();
      const place = target.getBoundingClientRect();
      const { width, height } = box.getBoundingClientRect();
      const below = place.bottom + gapPx;
      const top = below + height > window.innerHeight ? place.top - gapPx - height : below;
      const left = place.left + (place.width - width) / 2;
      box.style.top = `${top}px`;
      box.style.left = `${Math.max(gapPx, Math.min(left, window.innerWidth - width - gapPx))}px`;
    },
    () => box.remove(),
  );

  function named(target: EventTarget | null): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
  }
  let current: HTMLElement | null = null;
  function enter(target: HTMLElement): void {
    if (target === current) return;
    current = target;
    timer.enter(target);
  }
  function leave(): void {
    current = null;
    timer.leave();
  }
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch' || box.contains(event.target as Node)) return;
    const target = named(event.target);
    if (target) enter(target);
    else if (current) leave();
  });
  document.documentElement.addEventListener('pointerleave', leave);
  document.addEventListener('focusin', (event) => {
    const target = named(event.target);
    if (target?.matches(':focus-visible')) enter(target);
  });
  document.addEventListener('focusout', leave);
  document.addEventListener('pointerdown', leave);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave();
  });
  document.addEventListener('scroll', leave, true);
}
