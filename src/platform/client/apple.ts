import { useSyncExternalStore } from 'react';

/** Returns whether this device is Apple's, whose keyboards have ⌘ where others have Ctrl. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const never = () => () => {};

/** Name of the key that goes with others; Ctrl until the browser is known. */
export function useModifierKey(): '⌘' | 'Ctrl' {
  return useSyncExternalStore(never, isApple, () => false) ? '⌘' : 'Ctrl';
}
