import { parseFrameMessage, type FrameMessage } from '../rules.ts';
import type { SaveStore } from './save-store.ts';

/** Maximum messages per second from a game; further ones are ignored until the next second. */
const maxPerSecond = 60;

export type FrameEvent = 'hello' | 'ready' | 'failed' | 'leave';

type Key = { key: string; code: string; keyCode: number };

export type Bridge = {
  setState(state: { paused: boolean; muted: boolean }): void;
  press(key: Key, down: boolean): void;
  close(): void;
};

/** Connects the page with a frame. Messages are checked: from this frame, well-formed, and not too many. */
export function openBridge(
  frame: () => Window | null,
  saves: SaveStore,
  on: (event: FrameEvent) => void,
): Bridge {
  let second = 0;
  let heard = 0;

  // An opaque origin cannot be named as the target; the window is the frame's own.
  const tell = (message: object) => frame()?.postMessage(message, '*');

  function listen(event: MessageEvent<unknown>): void {
    if (event.source === null || event.source !== frame()) return;
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, heard] = [now, 0];
    heard += 1;
    const message = heard <= maxPerSecond ? parseFrameMessage(event.data) : null;
    if (message) void act(message);
  }

  async function act(message: FrameMessage): Promise<void> {
    if (message.type !== 'load' && message.type !== 'save') {
      on(message.type);
      return;
    }
    const { call } = message;
    try {
      if (message.type === 'load') {
        tell({ gongbang: 'answer', call, text: await saves.load(message.slot) });
      } else {
        await saves.save(message.slot, message.text);
        tell({ gongbang: 'answer', call });
      }
    } catch {
      // The game does not learn the reason, which is between the page and the server.
      tell({ gongbang: 'answer', call, error: message.type === 'load' ? 'not_loaded' : 'not_saved' });
    }
  }

  window.addEventListener('message', listen);
  return {
    setState: (state) => tell({ gongbang: 'state', ...state }),
    press: (key, down) => tell({ gongbang: 'key', ...key, down }),
    close: () => window.removeEventListener('message', listen),
  };
}
