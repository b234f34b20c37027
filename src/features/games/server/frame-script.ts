/**
 * Runs inside a game's frame before the game. It connects the game with the page, which can pause it, mute it and
 * press its keys. It is sent as text ({@link frameScriptText}), so it must not use anything outside of itself. A game
 * can tamper with it: the page trusts nothing that comes from here.
 */
function frameScript(): void {
  const page = window.parent;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;
  let paused = false;
  let muted = false;

  const tell = (message: object) => page.postMessage(message, '*');

  function call(gongbang: 'load' | 'save', slot: unknown, more: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      calls += 1;
      waiting.set(calls, { resolve, reject });
      tell({ gongbang, call: calls, slot: String(slot ?? 'main'), ...more });
    });
  }

  Object.defineProperty(window, 'gongbang', {
    value: Object.freeze({
      load: async (slot?: string) => {
        const text = await call('load', slot, {});
        return typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
      },
      save: async (value: unknown, slot?: string) => {
        await call('save', slot, { text: JSON.stringify(value ?? null) });
      },
    }),
  });

  // Callbacks that the browser would run wait while the game is paused.
  const held: (() => void)[] = [];
  const whenRunning = (act: () => void) => {
    if (paused) held.push(act);
    else act();
  };
  const requestFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    requestFrame(() => whenRunning(() => callback(performance.now())));
  const startInterval = window.setInterval.bind(window) as (act: () => void, ms?: number) => number;
  window.setInterval = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    typeof act === 'function'
      ? startInterval(() => {
          if (!paused) act(...rest);
        }, ms)
      : 0) as typeof window.setInterval;

  const sounds = new Set<HTMLMediaElement>();
  const contexts = new Set<AudioContext>();
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function remember(this: HTMLMediaElement) {
    sounds.add(this);
    this.muted = muted;
    return play.call(this);
  };
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.add(this);
      hush();
    }
  };
  function hush(): void {
    for (const context of contexts) {
      if (context.state === 'closed') contexts.delete(context);
      else void (paused || muted ? context.suspend() : context.resume());
    }
    for (const sound of sounds) sound.muted = muted;
  }
  const stopped = new Set<HTMLMediaElement>();
  function setPaused(next: boolean): void {
    if (paused === next) return;
    paused = next;
    for (const sound of paused ? sounds : stopped) {
      if (!paused) void play.call(sound);
      else if (!sound.paused) {
        stopped.add(sound);
        sound.pause();
      }
    }
    if (!paused) {
      stopped.clear();
      for (const act of held.splice(0)) act();
    }
    dispatchEvent(new Event(paused ? 'gongbang:pause' : 'gongbang:resume'));
  }

  addEventListener('message', (event: MessageEvent<Record<string, unknown> | null>) => {
    if (event.source !== page || event.data === null || typeof event.data !== 'object') return;
    const { gongbang, ...data } = event.data;
    if (gongbang === 'state') {
      muted = data['muted'] === true;
      setPaused(data['paused'] === true);
      hush();
      dispatchEvent(new CustomEvent('gongbang:muted', { detail: muted }));
    } else if (gongbang === 'key') {
      const target = document.activeElement ?? document.body;
      const { key, code, keyCode } = data as { key: string; code: string; keyCode: number };
      const init = { key, code, keyCode, which: keyCode, bubbles: true, cancelable: true };
      target.dispatchEvent(new KeyboardEvent(data['down'] === true ? 'keydown' : 'keyup', init));
    } else if (gongbang === 'answer') {
      const asked = waiting.get(data['call'] as number);
      waiting.delete(data['call'] as number);
      if (typeof data['error'] === 'string') asked?.reject(new Error(data['error']));
      else asked?.resolve(data['text']);
    }
  });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && event.isTrusted) tell({ gongbang: 'leave' });
    },
    true,
  );
  tell({ gongbang: 'hello' });
  // The emulator reports itself when its film is loaded.
  if (document.documentElement.dataset['emulator'] === undefined) {
    addEventListener('load', () => tell({ gongbang: 'ready' }));
  }
}

export const frameScriptText = `(${frameScript.toString()})();`;
