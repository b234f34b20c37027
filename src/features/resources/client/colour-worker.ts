import { highlightLines } from './highlight.ts';

/** Runs in a web worker: the source is untrusted, and highlighting it must not block the page. */
export type ColourTask = { source: string; language: string };

self.addEventListener('message', ({ data: { source, language } }: MessageEvent<ColourTask>) =>
  self.postMessage(highlightLines(source, language), {}),
);
