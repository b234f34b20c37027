import { highlightLines } from './highlight.ts';

/** A thread of the browser's own: a source may be anybody's, and colouring it must not hold up the page. */
export type ColourTask = { source: string; language: string };

self.addEventListener('message', ({ data: { source, language } }: MessageEvent<ColourTask>) =>
  self.postMessage(highlightLines(source, language), {}),
);
