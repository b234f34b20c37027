import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readGgufHeader } from './gguf.ts';
import { readSafetensorsHeader, safetensorsHeaderLength } from './safetensors.ts';
import {
  summarise,
  TensorError,
  tensorFormatOf,
  tensorLimits,
  tensorProblems,
  type TensorProblem,
} from './tensors.ts';

const encode = (text: string) => new TextEncoder().encode(text);

const isOutcome = (found: number | TensorProblem) =>
  typeof found === 'number' || tensorProblems.includes(found);

/** Returns the result of reading, or the reason of its failure; any other error fails the test. */
function outcome(read: () => { tensors: unknown[] }): number | TensorProblem {
  try {
    return read().tensors.length;
  } catch (error) {
    if (error instanceof TensorError) return error.problem;
    throw error;
  }
}

const readJson = (json: string, dataBytes: number) => {
  const header = encode(json);
  return outcome(() => readSafetensorsHeader(header, 8 + header.length + dataBytes));
};

describe('a safetensors header', () => {
  test('returns tensors and metadata', () => {
    const json = `{"__metadata__":{"format":"pt","이름":"값 \\"x\\""},
      "a.weight": {"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},
      "b":{"shape":[],"data_offsets":[24,26],"dtype":"BF16"},"none":{"dtype":"I64","shape":[0,4],"data_offsets":[26,26]}}   `;
    const header = encode(json);
    const { tensors, metadata } = readSafetensorsHeader(header, 8 + header.length + 26);
    expect(tensors).toEqual([
      { name: 'a.weight', dtype: 'F32', shape: [2, 3], bytes: 24 },
      { name: 'b', dtype: 'BF16', shape: [], bytes: 2 },
      { name: 'none', dtype: 'I64', shape: [0, 4], bytes: 0 },
    ]);
    expect(metadata).toEqual([
      { key: 'format', value: 'pt' },
      { key: '이름', value: '값 "x"' },
    ]);
    expect(summarise('safetensors', tensors, metadata)).toMatchObject({
      parameters: 7,
      tensorCount: 3,
      dtypes: [
        { dtype: 'F32', parameters: 6, tensors: 1 },
        { dtype: 'BF16', parameters: 1, tensors: 1 },
        { dtype: 'I64', parameters: 0, tensors: 1 },
      ],
    });
  });

  const tensor = (begin: number, end: number, shape = `[${(end - begin) / 4}]`) =>
    `{"dtype":"F32","shape":${shape},"data_offsets":[${begin},${end}]}`;
  test.each<[string, string, number, number | TensorProblem]>([
    ['nothing at all', '{}', 0, 0],
    ['two tensors in any order', `{"b":${tensor(4, 8)},"a":${tensor(0, 4)}}`, 8, 2],
    ['a name twice', `{"a":${tensor(0, 4)},"a":${tensor(4, 8)}}`, 8, 'duplicate'],
    ['a key twice', '{"a":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}}', 4, 'duplicate'],
    ['metadata twice', '{"__metadata__":{},"__metadata__":{}}', 0, 'duplicate'],
    ['shared bytes', `{"a":${tensor(0, 8)},"b":${tensor(4, 12)}}`, 12, 'overlap'],
    ['the same bytes', `{"a":${tensor(0, 4)},"b":${tensor(0, 4)}}`, 4, 'overlap'],
    ['bytes beyond the file', `{"a":${tensor(0, 8)}}`, 4, 'outside'],
    ['an end before its beginning', '{"a":{"dtype":"U8","shape":[4],"data_offsets":[8,4]}}', 8, 'outside'],
    ['a shape of another size', `{"a":${tensor(0, 8, '[3]')}}`, 8, 'header_lies'],
    ['a gap', `{"a":${tensor(0, 4)},"b":${tensor(8, 12)}}`, 12, 'header_lies'],
    ['bytes that nobody owns', `{"a":${tensor(0, 4)}}`, 8, 'header_lies'],
    ['a kind that is none', '{"a":{"dtype":"F7","shape":[1],"data_offsets":[0,4]}}', 4, 'malformed'],
    ['a negative side', '{"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,0]}}', 0, 'malformed'],
    ['half a number', '{"a":{"dtype":"U8","shape":[1.5],"data_offsets":[0,1]}}', 1, 'malformed'],
    ['an exponent', '{"a":{"dtype":"U8","shape":[1e0],"data_offsets":[0,1]}}', 1, 'malformed'],
    [
      'sides that multiply beyond all numbers',
      '{"a":{"dtype":"U8","shape":[9007199254740991,9007199254740991],"data_offsets":[0,1]}}',
      1,
      'malformed',
    ],
    ['three offsets', '{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1,2]}}', 1, 'malformed'],
    ['something else', '{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"x":1}}', 1, 'malformed'],
    ['metadata that is no text', '{"__metadata__":{"a":1}}', 0, 'malformed'],
    ['a list', '[]', 0, 'malformed'],
    ['no end', '{"a":', 0, 'malformed'],
    ['more behind it', '{}{}', 0, 'malformed'],
    ['nothing', '', 0, 'malformed'],
  ])('with %s', (_, json, dataBytes, expected) => expect(readJson(json, dataBytes)).toBe(expected));

  test('with more tensors than the maximum is refused', () => {
    const many = Array.from({ length: tensorLimits.tensors + 1 }, (_, i) => `"${i}":${tensor(0, 0, '[0]')}`);
    expect(readJson(`{${many.join(',')}}`, 0)).toBe('too_many');
  });

  test('with a string of a megabyte is read', () => {
    expect(readJson(`{"__metadata__":{"a":"${'가'.repeat(400_000)}"}}`, 0)).toBe(0);
  });

  test('that is not UTF-8 is refused', () => {
    expect(outcome(() => readSafetensorsHeader(Uint8Array.of(0x7b, 0xff, 0x7d), 11))).toBe('malformed');
  });

  test('has a length field, which is validated', () => {
    const start = (length: bigint) => {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigUint64(0, length, true);
      return bytes;
    };
    const length = (said: bigint, fileSize: number) =>
      outcome(() => ({ tensors: Array.from({ length: safetensorsHeaderLength(start(said), fileSize) }) }));
    expect(length(2n, 10)).toBe(2);
    expect(length(3n, 10)).toBe('header_lies');
    expect(length(2n ** 64n - 1n, 10)).toBe('header_lies');
    expect(length(BigInt(tensorLimits.headerBytes) + 1n, 1e12)).toBe('too_large');
    expect(outcome(() => ({ tensors: [safetensorsHeaderLength(new Uint8Array(7), 7)] }))).toBe('truncated');
  });
});

/** Writes GGUF, to compare it with what is read. */
function gguf(
  pairs: [string, number, number[]][],
  tensors: { name: string; shape: number[]; type: number; offset: number }[],
): Uint8Array {
  const bytes: number[] = [...encode('GGUF')];
  const u32 = (value: number) => bytes.push(...new Uint8Array(Uint32Array.of(value).buffer));
  const u64 = (value: number) => bytes.push(...new Uint8Array(BigUint64Array.of(BigInt(value)).buffer));
  const text = (value: string) => {
    u64(encode(value).length);
    bytes.push(...encode(value));
  };
  u32(3);
  u64(tensors.length);
  u64(pairs.length);
  for (const [key, kind, value] of pairs) {
    text(key);
    u32(kind);
    bytes.push(...value);
  }
  for (const { name, shape, type, offset } of tensors) {
    text(name);
    u32(shape.length);
    shape.forEach(u64);
    u32(type);
    u64(offset);
  }
  return Uint8Array.from(bytes);
}

describe('a GGUF header', () => {
  const words = [...new Uint8Array(BigUint64Array.of(3n).buffer), ...encode('abc')];
  const list = [
    ...new Uint8Array(Uint32Array.of(8).buffer),
    ...new Uint8Array(BigUint64Array.of(1n).buffer),
    ...words,
  ];
  const good = gguf(
    [
      ['general.name', 8, words],
      ['tokens', 9, list],
      ['layers', 4, [7, 0, 0, 0]],
    ],
    [
      { name: 'a', shape: [32, 2], type: 2, offset: 0 },
      { name: 'b', shape: [4], type: 0, offset: 64 },
    ],
  );
  const read = (bytes: Uint8Array, size = 4096) => outcome(() => readGgufHeader(bytes, size));

  test('returns tensors and metadata, arrays as their length', () => {
    const { tensors, metadata } = readGgufHeader(good, 4096);
    expect(tensors).toEqual([
      { name: 'a', dtype: 'Q4_0', shape: [32, 2], bytes: 36 },
      { name: 'b', dtype: 'F32', shape: [4], bytes: 16 },
    ]);
    expect(metadata).toEqual([
      { key: 'general.name', value: 'abc' },
      { key: 'tokens', value: '[1]' },
      { key: 'layers', value: '7' },
    ]);
  });

  test('is checked against its file', () => {
    expect(read(good.slice(0, 60), 60)).toBe('truncated');
    expect(read(good.slice(0, 60))).toBe('too_large');
    expect(read(good, good.length)).toBe('outside');
    expect(read(encode('GGML....'))).toBe('malformed');
    const again = { name: 'a', shape: [4], type: 0, offset: 0 };
    expect(read(gguf([], [again, again]))).toBe('duplicate');
    expect(read(gguf([], [again, { ...again, name: 'b', offset: 8 }]))).toBe('overlap');
    expect(read(gguf([], [{ ...again, type: 99 }]))).toBe('malformed');
    expect(read(gguf([['x', 77, []]], []))).toBe('malformed');
  });

  test('of random bytes gives a header or a refusal, and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(4096), (bytes, size) => {
        const more = Uint8Array.from([...encode('GGUF'), 3, 0, 0, 0, ...bytes]);
        expect([read(bytes, size), read(more, size)].every(isOutcome)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        expect(isOutcome(read(good.with(at, byte)))).toBe(true);
      }),
    );
  });
});

test('random bytes give a safetensors header or a refusal, and nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(4096), (bytes, size) => {
      const read = outcome(() => readSafetensorsHeader(bytes, size));
      const length = outcome(() => ({ tensors: [safetensorsHeaderLength(bytes, size)] }));
      expect([read, length].every(isOutcome)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.nat(100), (json, dataBytes) => {
      expect(isOutcome(readJson(json, dataBytes))).toBe(true);
    }),
  );
});

test('a valid header is read as it was written', () => {
  const sides = fc.array(fc.nat(5), { maxLength: 3 });
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), sides), (shapes) => {
      let at = 0;
      const header = Object.fromEntries(
        Object.entries(shapes)
          .filter(([name]) => name !== '__metadata__')
          .map(([name, shape]) => {
            const begin = at;
            at += 2 * shape.reduce((product, side) => product * side, 1);
            return [name, { dtype: 'F16', shape, data_offsets: [begin, at] }];
          }),
      );
      expect(readJson(JSON.stringify(header), at)).toBe(Object.keys(header).length);
    }),
  );
});

test('the file name tells the format', () => {
  expect(['a.safetensors', 'b.GGUF', 'c.onnx', 'd.keras', 'e.tflite'].map(tensorFormatOf)).toEqual([
    'safetensors',
    'gguf',
    'onnx',
    'keras',
    null,
  ]);
});
