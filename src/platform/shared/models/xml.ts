import { SaxesParser, type SaxesAttributePlain } from 'saxes';
import { utf16Of } from '../decode-text.ts';
import { ModelError, modelLimits } from './mesh.ts';

export type XmlHandlers = {
  open(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
};

/**
 * Parses XML in a streaming way, in UTF-8 or UTF-16. Document type declarations are refused: no model format has them,
 * and entities in them can expand without end. Open elements and attributes are limited, because a ZIP of a hundred
 * kilobytes can hold forty million of them.
 */
export function readXml(bytes: Uint8Array, handlers: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw new ModelError('unsafe_xml');
  });
  parser.on('error', () => {
    throw new ModelError('malformed');
  });
  let depth = 0;
  let attributeCount = 0;
  parser.on('opentagstart', () => {
    depth += 1;
    attributeCount = 0;
    if (depth > modelLimits.depth) throw new ModelError('too_complex');
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > modelLimits.attributes) throw new ModelError('too_complex');
  });
  parser.on(
    'opentag',
    ({ name, attributes }: { name: string; attributes: Record<string, SaxesAttributePlain | string> }) =>
      handlers.open(localName(name), attributes as Record<string, string>),
  );
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handlers.close?.(localName(name));
  });
  if (handlers.text) parser.on('text', handlers.text);
  const decoder = new TextDecoder(utf16Of(bytes) ?? 'utf-8', { fatal: true });
  const piece = 1 << 16;
  try {
    for (let at = 0; at < bytes.length; at += piece) {
      parser.write(decoder.decode(bytes.subarray(at, at + piece), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof ModelError ? error : new ModelError('malformed');
  }
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function numberOf(text: string | undefined): number {
  if (text === undefined || text.length > 64 || text.trim() === '') throw new ModelError('malformed');
  const value = Number(text);
  if (!Number.isFinite(value)) throw new ModelError(/nan|inf/i.test(text) ? 'not_finite' : 'malformed');
  return value;
}

export function indexOf(text: string | undefined): number {
  const value = numberOf(text);
  if (!Number.isInteger(value) || value < 0 || value > 0xffff_fffe) throw new ModelError('malformed');
  return value;
}

/** Collects an unknown number of triples. */
export class Triples<Kind extends Float32ArrayConstructor | Uint32ArrayConstructor> {
  #kind: Kind;
  #values: Float32Array | Uint32Array;
  #length = 0;
  constructor(kind: Kind) {
    this.#kind = kind;
    this.#values = new kind(3 * 256);
  }

  add(a: number, b: number, c: number): void {
    if (this.#length === this.#values.length) {
      if (this.#length >= modelLimits.triangles * 9) throw new ModelError('too_large');
      const larger = new this.#kind(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = a;
    this.#values[this.#length + 1] = b;
    this.#values[this.#length + 2] = c;
    this.#length += 3;
  }

  taken(): InstanceType<Kind> {
    return this.#values.slice(0, this.#length) as InstanceType<Kind>;
  }
}
