import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readKerasConfig } from './keras.ts';
import { readOnnxHeader } from './onnx.ts';
import { TensorError } from './tensors.ts';
import { onnxOf, pbNumber, pbText, pbMessage } from './testing-onnx.ts';
import { randomRuns } from './testing.ts';

const read = (bytes: Uint8Array, windows: number[] = []) =>
  readOnnxHeader(async (start, length) => {
    windows.push(start);
    return bytes.subarray(start, start + length);
  }, bytes.length);
const problemOf = async (bytes: Uint8Array) => {
  try {
    await read(bytes);
    return null;
  } catch (error) {
    if (error instanceof TensorError) return error.problem;
    throw error;
  }
};

describe('ONNX', () => {
  const model = onnxOf([
    { name: 'weight', type: 1, dims: [64, 3, 7, 7], bytes: 64 * 3 * 49 * 4 },
    { name: 'bias', type: 10, dims: [64], bytes: 128, packed: true },
    { name: 'outside', type: 1, dims: [1000, 1000], bytes: 0 },
  ]);

  test('weights and what the model says of itself are read', async () => {
    const { tensors, metadata } = await read(model);
    expect(tensors).toEqual([
      { name: 'weight', dtype: 'F32', shape: [64, 3, 7, 7], bytes: 37_632 },
      { name: 'bias', dtype: 'F16', shape: [64], bytes: 128 },
      { name: 'outside', dtype: 'F32', shape: [1000, 1000], bytes: 4_000_000 },
    ]);
    expect(Object.fromEntries(metadata.map(({ key, value }) => [key, value]))).toEqual({
      ir_version: '8',
      producer_name: 'pytorch',
      graph: 'main',
      'input: image': 'F32 [batch, 3, 224]',
      opset: 'ai.onnx 17',
      author: '공방',
      nodes: '2',
    });
  });

  test('large weights are passed over and not read', async () => {
    const windows: number[] = [];
    const large = onnxOf([{ name: 'a', type: 1, dims: [10_000_000], bytes: 40_000_000 }]);
    expect((await read(large, windows)).tensors).toHaveLength(1);
    expect(windows.length).toBeLessThan(5);
  });

  const graph = (...parts: Uint8Array[]) => pbMessage(7, Buffer.concat(parts));
  const tensor = (...parts: Uint8Array[]) => pbMessage(5, Buffer.concat(parts));
  test.each([
    ['nothing', new Uint8Array(), 'malformed'],
    ['a text', Buffer.from('no model at all, but some text'), 'malformed'],
    ['a model that is cut', model.subarray(0, 20_000), 'truncated'],
    ['a model without a graph', pbNumber(1, 8), 'malformed'],
    ['a weight of an unknown type', graph(tensor(pbNumber(2, 99), pbText(8, 'a'))), 'malformed'],
    [
      'two weights of one name',
      graph(tensor(pbNumber(2, 1), pbText(8, 'a')), tensor(pbNumber(2, 1), pbText(8, 'a'))),
      'duplicate',
    ],
    [
      'a weight with too many sides',
      graph(tensor(...Array.from({ length: 17 }, () => pbNumber(1, 1)), pbNumber(2, 1))),
      'malformed',
    ],
    [
      'a weight of no size',
      graph(tensor(pbNumber(1, 2 ** 52), pbNumber(1, 2 ** 52), pbNumber(2, 1))),
      'malformed',
    ],
    [
      'too many weights',
      graph(...Array.from({ length: 20_001 }, (_, at) => tensor(pbNumber(2, 1), pbText(8, `${at}`)))),
      'too_many',
    ],
    [
      'fields without end',
      Buffer.from(Array.from({ length: 10_000_002 }, (_, at) => (at % 2 === 0 ? 0x38 : 0))),
      'too_large',
    ],
    ['a number without end', Buffer.alloc(20, 0xff), 'malformed'],
  ])('%s is refused', async (_what, bytes, problem) => expect(await problemOf(bytes)).toBe(problem));

  test('random changes give a header or a reason', async () => {
    const small = onnxOf([{ name: 'a', type: 1, dims: [2, 2], bytes: 16 }]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const bytes = small.slice();
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          await expect(problemOf(bytes)).resolves.not.toBe(undefined);
        },
      ),
      randomRuns(500),
    );
  });
});

describe('Keras', () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const config = {
    class_name: 'Sequential',
    config: {
      name: 'digits',
      layers: [
        { class_name: 'InputLayer', config: { name: 'input', batch_shape: [null, 28, 28] } },
        {
          class_name: 'Dense',
          config: { name: 'dense', units: 10, activation: 'softmax', kernel_initializer: { a: 1 } },
        },
      ],
    },
  };
  test('version and layers are read', () =>
    expect(
      readKerasConfig(bytes(config), bytes({ keras_version: '3.4.1', date_saved: '2026-01-01' })),
    ).toEqual([
      { key: 'keras_version', value: '3.4.1' },
      { key: 'date_saved', value: '2026-01-01' },
      { key: 'class_name', value: 'Sequential' },
      { key: 'name', value: 'digits' },
      { key: 'layers', value: '2' },
      { key: 'input', value: 'InputLayer batch_shape=[null,28,28]' },
      { key: 'dense', value: 'Dense units=10 activation="softmax"' },
    ]));
  test.each(['', '{', '[]', '{"config":{}}', '['.repeat(200)])('%j is refused', (text) =>
    expect(() => readKerasConfig(new TextEncoder().encode(text), null)).toThrow(new TensorError('malformed')),
  );
  test('any JSON gives facts or a reason', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const facts = readKerasConfig(
          bytes({ class_name: 'a', config: { layers: [value], name: value } }),
          bytes(value),
        );
        expect(facts).toContainEqual({ key: 'class_name', value: 'a' });
      }),
      randomRuns(300),
    );
  });
});
