import { TensorError, tensorLimits, type Tensor, type TensorSummary } from './tensors.ts';

/** Reads bytes of a file: fewer than asked for at its end. */
export type ReadAt = (start: number, length: number) => Promise<Uint8Array>;

/** Names and bits of ONNX's types of elements; texts have no size. */
const types: Record<number, [name: string, bits: number]> = {
  1: ['F32', 32],
  2: ['U8', 8],
  3: ['I8', 8],
  4: ['U16', 16],
  5: ['I16', 16],
  6: ['I32', 32],
  7: ['I64', 64],
  8: ['STRING', 0],
  9: ['BOOL', 8],
  10: ['F16', 16],
  11: ['F64', 64],
  12: ['U32', 32],
  13: ['U64', 64],
  14: ['C64', 64],
  15: ['C128', 128],
  16: ['BF16', 16],
  17: ['F8_E4M3', 8],
  18: ['F8_E4M3FNUZ', 8],
  19: ['F8_E5M2', 8],
  20: ['F8_E5M2FNUZ', 8],
  21: ['U4', 4],
  22: ['I4', 4],
  23: ['F4', 4],
  24: ['F8_E8M0', 8],
};

/** Read at once; what is in it is parsed before others are served again. */
const windowBytes = 64 * 1024;
const maxText = 4 * tensorLimits.value;
/** Fields of Protocol Buffers: each costs time, even if it is empty. */
const maxFields = 5_000_000;

type Metadata = TensorSummary['metadata'];

/**
 * Reads what an ONNX model says of itself and its weights: a protocol buffer, whose weights are passed over where they
 * stand, so that a model of any size costs what its lists cost. Throws `TensorError` only, in addition to errors of reading.
 */
export async function readOnnxHeader(
  readAt: ReadAt,
  fileSize: number,
): Promise<{ tensors: Tensor[]; metadata: Metadata }> {
  const file = new Fields(readAt, fileSize);
  const tensors: Tensor[] = [];
  const names = new Set<string>();
  const metadata: Metadata = [];
  let graphs = 0;
  const add = (key: string, value: string) => {
    if (value !== '' && metadata.length < tensorLimits.metadata) metadata.push({ key, value });
  };
  const counts = { nodes: 0 };
  await file.each(fileSize, async (field, wire, end) => {
    if (field === 1 && wire === 0) add('ir_version', String(await file.number()));
    else if (field === 2 && wire === 2) add('producer_name', await file.text(end));
    else if (field === 3 && wire === 2) add('producer_version', await file.text(end));
    else if (field === 4 && wire === 2) add('domain', await file.text(end));
    else if (field === 5 && wire === 0) add('model_version', String(await file.number()));
    else if (field === 6 && wire === 2) add('doc_string', await file.text(end));
    else if (field === 7 && wire === 2) {
      graphs += 1;
      await readGraph(file, end, { tensors, names, add, counts });
    } else if (field === 8 && wire === 2) {
      const { texts, numbers } = await file.simple(end);
      add('opset', `${texts.get(1) || 'ai.onnx'} ${numbers.get(2) ?? 0}`);
    } else if (field === 14 && wire === 2) {
      const { texts } = await file.simple(end);
      add(texts.get(1) ?? '', texts.get(2) ?? '');
    }
  });
  if (graphs !== 1) throw new TensorError('malformed');
  add('nodes', String(counts.nodes));
  return { tensors, metadata };
}

type Found = {
  tensors: Tensor[];
  names: Set<string>;
  add(key: string, value: string): void;
  counts: { nodes: number };
};

async function readGraph(file: Fields, graphEnd: number, found: Found): Promise<void> {
  await file.each(graphEnd, async (field, wire, end) => {
    if (wire !== 2) return;
    if (field === 1) found.counts.nodes += 1;
    else if (field === 2) found.add('graph', await file.text(end));
    else if (field === 5) await readTensor(file, end, found);
    else if (field === 11 || field === 12) {
      const value = await readValue(file, end);
      // Older models list their weights among the inputs.
      if (!found.names.has(value.name))
        found.add(`${field === 11 ? 'input' : 'output'}: ${value.name}`, value.type);
    }
  });
}

async function readTensor(file: Fields, tensorEnd: number, { tensors, names }: Found): Promise<void> {
  const shape: number[] = [];
  let type = 0;
  let name = '';
  const dimension = async () => {
    if (shape.length >= tensorLimits.dimensions) throw new TensorError('malformed');
    shape.push(await file.number());
  };
  await file.each(tensorEnd, async (field, wire, end) => {
    if (field === 1 && wire === 0) await dimension();
    else if (field === 1 && wire === 2) while (file.at < end) await dimension();
    else if (field === 2 && wire === 0) type = await file.number();
    else if (field === 8 && wire === 2) name = await file.text(end);
  });
  if (tensors.length >= tensorLimits.tensors) throw new TensorError('too_many');
  const known = types[type];
  if (!known || name.length > tensorLimits.name) throw new TensorError('malformed');
  if (names.has(name)) throw new TensorError('duplicate');
  names.add(name);
  const count = shape.reduce((product, side) => product * side, 1);
  const [dtype, bits] = known;
  if (!Number.isSafeInteger(count * Math.max(1, bits))) throw new TensorError('malformed');
  tensors.push({ name, dtype, shape, bytes: Math.ceil((count * bits) / 8) });
}

/** Reads name and type of an input or output, such as "F32 [batch, 3, 224, 224]". */
async function readValue(file: Fields, valueEnd: number): Promise<{ name: string; type: string }> {
  let name = '';
  let element = 0;
  const sides: string[] = [];
  await file.each(valueEnd, async (field, wire, end) => {
    if (wire !== 2) return;
    if (field === 1) name = await file.text(end);
    else if (field === 2) {
      await file.each(end, async (kind, kindWire, kindEnd) => {
        // Only tensors have a shape.
        if (kind !== 1 || kindWire !== 2) return;
        await file.each(kindEnd, async (part, partWire, partEnd) => {
          if (part === 1 && partWire === 0) element = await file.number();
          else if (part === 2 && partWire === 2)
            await file.each(partEnd, async (side, sideWire, sideEnd) => {
              if (side !== 1 || sideWire !== 2) return;
              const { texts, numbers } = await file.simple(sideEnd);
              if (sides.length >= tensorLimits.dimensions) throw new TensorError('malformed');
              sides.push(texts.get(2) ?? String(numbers.get(1) ?? '?'));
            });
        });
      });
    }
  });
  return {
    name: name.slice(0, tensorLimits.name),
    type: `${types[element]?.[0] ?? '?'} [${sides.join(', ')}]`,
  };
}

/** Fields of a protocol buffer, read through a window that moves over the file. */
class Fields {
  at = 0;
  #window: Uint8Array = new Uint8Array();
  #windowAt = 0;
  #fields = 0;
  #read = 0;
  readonly #readAt: ReadAt;
  readonly #fileSize: number;
  constructor(readAt: ReadAt, fileSize: number) {
    this.#readAt = readAt;
    this.#fileSize = fileSize;
  }

  /** Visits the fields up to `end`; what a visit leaves unread is passed over. */
  async each(end: number, visit: (field: number, wire: number, end: number) => Promise<void>): Promise<void> {
    while (this.at < end) {
      this.#fields += 1;
      if (this.#fields > maxFields) throw new TensorError('too_large');
      const key = await this.number();
      const wire = key & 7;
      const field = Math.floor(key / 8);
      if (field === 0) throw new TensorError('malformed');
      if (wire === 0) {
        const from = this.at;
        await visit(field, wire, end);
        if (this.at === from) await this.number();
        if (this.at > end) throw new TensorError('malformed');
        continue;
      }
      const length = wire === 2 ? await this.number() : wire === 1 ? 8 : wire === 5 ? 4 : -1;
      if (length < 0) throw new TensorError('malformed');
      const next = this.at + length;
      if (next > end) throw new TensorError(next > this.#fileSize ? 'truncated' : 'malformed');
      await visit(field, wire, next);
      if (this.at > next) throw new TensorError('malformed');
      this.at = next;
    }
  }

  /** Reads a message of texts and numbers. */
  async simple(end: number): Promise<{ texts: Map<number, string>; numbers: Map<number, number> }> {
    const texts = new Map<number, string>();
    const numbers = new Map<number, number>();
    await this.each(end, async (field, wire, to) => {
      if (wire === 2) texts.set(field, await this.text(to));
      else if (wire === 0) numbers.set(field, await this.number());
    });
    return { texts, numbers };
  }

  async number(): Promise<number> {
    let value = 0;
    let scale = 1;
    for (let length = 1; length <= 10; length += 1) {
      if (this.at < this.#windowAt || this.at >= this.#windowAt + this.#window.length) await this.#move();
      const byte = this.#window[this.at - this.#windowAt]!;
      this.at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    throw new TensorError('malformed');
  }

  async text(end: number): Promise<string> {
    const length = Math.min(end - this.at, maxText);
    if (length === 0) return '';
    if (this.at < this.#windowAt || this.at + length > this.#windowAt + this.#window.length)
      await this.#move();
    const from = this.at - this.#windowAt;
    if (from + length > this.#window.length) throw new TensorError('truncated');
    this.at = end;
    return new TextDecoder().decode(this.#window.subarray(from, from + length));
  }

  async #move(): Promise<void> {
    this.#windowAt = this.at;
    this.#window = await this.#readAt(this.at, Math.min(windowBytes, this.#fileSize - this.at));
    this.#read += this.#window.length;
    if (this.#window.length === 0) throw new TensorError('truncated');
    // Lists alone; each passed-over weight costs at most one window.
    if (this.#read > tensorLimits.headerBytes + tensorLimits.tensors * windowBytes)
      throw new TensorError('too_large');
  }
}
