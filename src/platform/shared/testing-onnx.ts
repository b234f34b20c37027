/* Protocol buffers for tests. */

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

export const pbNumber = (field: number, value: number): Uint8Array =>
  Uint8Array.from([...varint(field * 8), ...varint(value)]);
export const pbMessage = (field: number, content: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
export const pbText = (field: number, text: string): Uint8Array => pbMessage(field, Buffer.from(text));

type Weight = { name: string; type: number; dims: number[]; bytes: number; packed?: boolean };

/** Builds an ONNX model with these weights, two nodes and an input. */
export function onnxOf(weights: readonly Weight[]): Uint8Array {
  const message = (field: number, ...parts: Uint8Array[]) => pbMessage(field, Buffer.concat(parts));
  const tensors = weights.map(({ name, type, dims, bytes, packed }) =>
    message(
      5,
      ...(packed
        ? [pbMessage(1, Uint8Array.from(dims.flatMap(varint)))]
        : dims.map((side) => pbNumber(1, side))),
      pbNumber(2, type),
      pbMessage(9, new Uint8Array(bytes)),
      pbText(8, name),
    ),
  );
  const shape = message(
    2,
    message(1, pbText(2, 'batch')),
    message(1, pbNumber(1, 3)),
    message(1, pbNumber(1, 224)),
  );
  const input = message(11, pbText(1, 'image'), message(2, message(1, pbNumber(1, 1), shape)));
  const node = message(1, pbText(4, 'Conv'));
  return Buffer.concat([
    pbNumber(1, 8),
    pbText(2, 'pytorch'),
    message(7, node, node, pbText(2, 'main'), ...tensors, input),
    message(8, pbNumber(2, 17)),
    message(14, pbText(1, 'author'), pbText(2, '공방')),
  ]);
}
