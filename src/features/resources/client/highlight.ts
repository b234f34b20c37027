import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const lowlight = createLowlight({
  bash,
  cpp,
  css,
  go,
  ini,
  java,
  javascript,
  json,
  python,
  rust,
  typescript,
  xml,
  yaml,
});

/** Part of a line in one colour. */
export type Piece = { text: string; className: string };

type Node = { type: string; value?: string; properties?: { className?: unknown }; children?: Node[] };

/** Splits a source into lines of coloured parts. Returns null for a language without highlighting. */
export function highlightLines(source: string, language: string): Piece[][] | null {
  if (!lowlight.registered(language)) return null;
  const lines: Piece[][] = [[]];
  const walk = (node: Node, className: string) => {
    for (const [index, text] of (node.value ?? '').split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ text, className });
    }
    const own = node.properties?.className;
    const inner = Array.isArray(own) ? own.join(' ') : className;
    for (const child of node.children ?? []) walk(child, inner);
  };
  walk(lowlight.highlight(language, source) as Node, '');
  return lines;
}
