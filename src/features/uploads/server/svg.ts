import { SaxesParser } from 'saxes';

const activeElements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'embed',
  'object',
  'handler',
  'set',
  'animate',
]);

/** Maximum depth of nested elements, which libxml allows too: each open one takes memory. */
const maxDepth = 256;

/** Maximum attributes per element, and escapes per style; more are no drawing, and slow to parse. */
const maxAttributes = 1000;
const maxEscapes = 100_000;

/** Verdict on an SVG: `broken` is no SVG, or not well-formed; `complex` takes too long to draw. */
export type SvgVerdict = 'harmless' | 'harmful' | 'broken' | 'complex';

class Refused extends Error {
  readonly verdict: SvgVerdict;
  constructor(verdict: SvgVerdict) {
    super(verdict);
    this.verdict = verdict;
  }
}

const xhtml = 'http://www.w3.org/1999/xhtml';

/**
 * Judges an SVG. Harmless ones only draw: well-formed, without scripts, event handlers, foreign content, declared
 * entities or external references.
 */
export function judgeSvg(text: string): SvgVerdict {
  let root = '';
  /** Text of each open element, because comments and CDATA sections can split a style sheet. */
  const texts: string[] = [];
  const collect = (value: string) => {
    if (texts.length > 0) texts[texts.length - 1] += value;
  };
  const parser = new SaxesParser({ xmlns: false });
  // Stops at the first problem, to save the rest of the work.
  const stop = (verdict: SvgVerdict = 'harmful') => {
    throw new Refused(verdict);
  };
  parser.on('error', () => stop('broken'));
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[') || /ENTITY/i.test(doctype)) stop();
  });
  parser.on('processinginstruction', () => stop());
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) stop('complex');
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    root ||= name;
    texts.push('');
    if (texts.length > maxDepth) stop('complex');
    if (activeElements.has(name)) stop();
    for (const [key, value] of Object.entries(tag.attributes)) {
      const attribute = localName(key);
      if (attribute.startsWith('on') || value.includes(xhtml)) stop();
      if ((attribute === 'href' || attribute === 'src') && !isOwnReference(value)) stop();
      if (/javascript:/i.test(value) || reachesOutside(value)) stop();
    }
  });
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('closetag', () => {
    if (reachesOutside(texts.pop() ?? '')) stop();
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Refused) return error.verdict;
    throw error;
  }
  return root === 'svg' ? 'harmless' : 'broken';
}

/** Returns whether a style would load something. CSS allows any letter as an escape: `\75rl(…)`. */
function reachesOutside(style: string): boolean {
  if (style === '') return false;
  if (style.split('\\', maxEscapes + 1).length > maxEscapes) throw new Refused('complex');
  const plain = style.replaceAll(
    /\\(?:([0-9a-f]{1,6})\s?|(.))/gi,
    (_, code: string | undefined, letter: string) =>
      code === undefined ? letter : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
  return /@import|expression\(|image-set\(|url\((?!\s*['"]?#)/i.test(plain);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** Returns whether a reference is to a part of the drawing, or an embedded picture. */
function isOwnReference(value: string): boolean {
  const reference = value.trim();
  return reference.startsWith('#') || /^data:image\/(png|jpeg|gif|webp);base64,/i.test(reference);
}
