import { TensorError, tensorLimits, type TensorSummary } from './tensors.ts';

/** Largest `config.json` that is read. */
export const kerasConfigBytes = 8 * 1024 * 1024;
const maxDepth = 100;

/** Settings of layers that say most about them. */
const told = [
  'units',
  'filters',
  'kernel_size',
  'strides',
  'pool_size',
  'rate',
  'activation',
  'batch_shape',
  'input_dim',
  'output_dim',
];

/**
 * Reads what a Keras model says of itself: its version and its layers, from the texts of its ZIP. Its weights are in
 * HDF5, which is not read. Throws `TensorError` only.
 */
export function readKerasConfig(config: Uint8Array, about: Uint8Array | null): TensorSummary['metadata'] {
  const metadata: TensorSummary['metadata'] = [];
  const add = (key: string, value: unknown) => {
    if (typeof value === 'string' && value !== '' && metadata.length < tensorLimits.metadata)
      metadata.push({ key, value });
  };
  if (about) {
    const { keras_version: version, date_saved: saved } = objectOf(parse(about));
    add('keras_version', version);
    add('date_saved', saved);
  }
  const model = objectOf(parse(config));
  if (typeof model['class_name'] !== 'string') throw new TensorError('malformed');
  add('class_name', model['class_name']);
  const inside = objectOf(model['config']);
  add('name', inside['name']);
  const layers = Array.isArray(inside['layers']) ? inside['layers'] : [];
  if (layers.length > tensorLimits.tensors) throw new TensorError('too_many');
  add('layers', String(layers.length));
  layers.forEach((each, index) => {
    const layer = objectOf(each);
    const settings = objectOf(layer['config']);
    const parts = told.flatMap((name) => {
      const value = settings[name];
      return value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value))
        ? []
        : [`${name}=${JSON.stringify(value)}`];
    });
    const name = typeof settings['name'] === 'string' ? settings['name'] : String(index + 1);
    add(name, [String(layer['class_name'] ?? ''), ...parts].join(' '));
  });
  return metadata;
}

function parse(bytes: Uint8Array): unknown {
  let [depth, isText] = [0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === 0x22) isText = !isText;
    else if (isText) at += byte === 0x5c ? 1 : 0;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > maxDepth) throw new TensorError('malformed');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new TensorError('malformed');
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
