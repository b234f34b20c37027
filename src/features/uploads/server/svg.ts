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

const xhtml = 'http://www.w3.org/1999/xhtml';

/**
 * Whether an SVG only draws: well-formed, without scripts, event handlers, foreign content, declared entities or
 * references to anything but itself.
 */
export function isHarmlessSvg(text: string): boolean {
  let harmless = true;
  let root = '';
  /** The text of each open element: a style sheet may come in pieces, between comments and CDATA sections. */
  const texts: string[] = [];
  const collect = (value: string) => {
    if (texts.length > 0) texts[texts.length - 1] += value;
  };
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', () => {
    harmless = false;
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[') || /ENTITY/i.test(doctype)) harmless = false;
  });
  parser.on('processinginstruction', () => {
    harmless = false;
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    root ||= name;
    texts.push('');
    if (activeElements.has(name)) harmless = false;
    for (const [key, value] of Object.entries(tag.attributes)) {
      const attribute = localName(key);
      if (attribute.startsWith('on') || value.includes(xhtml)) harmless = false;
      if ((attribute === 'href' || attribute === 'src') && !isOwnReference(value)) harmless = false;
      if (/javascript:/i.test(value) || reachesOutside(value)) harmless = false;
    }
  });
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('closetag', () => {
    if (reachesOutside(texts.pop() ?? '')) harmless = false;
  });
  try {
    parser.write(text).close();
  } catch {
    return false;
  }
  return harmless && root === 'svg';
}

/** Whether a style would fetch something. CSS lets any letter be written as its number: `\75rl(…)`. */
function reachesOutside(style: string): boolean {
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

/** A part of the drawing itself, or a picture inside it. */
function isOwnReference(value: string): boolean {
  const reference = value.trim();
  return reference.startsWith('#') || /^data:image\/(png|jpeg|gif|webp);base64,/i.test(reference);
}
