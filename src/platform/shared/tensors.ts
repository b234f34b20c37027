/** Headers of AI model files, which list their tensors. Nothing else of such a file is read. */

export const tensorFormats = ['safetensors', 'gguf', 'onnx', 'keras'] as const;
export type TensorFormat = (typeof tensorFormats)[number];

export function tensorFormatOf(name: string): TensorFormat | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return tensorFormats.find((format) => format === extension) ?? null;
}

/** Reasons why a header cannot be read. */
export const tensorProblems = [
  'truncated',
  'header_lies',
  'malformed',
  'duplicate',
  'overlap',
  'outside',
  'too_large',
  'too_many',
  'failed',
] as const;
export type TensorProblem = (typeof tensorProblems)[number];

export class TensorError extends Error {
  readonly problem: TensorProblem;
  constructor(problem: TensorProblem) {
    super(problem);
    this.problem = problem;
  }
}

export type Tensor = { name: string; dtype: string; shape: number[]; bytes: number };
export type TensorSummary = {
  format: TensorFormat;
  parameters: number;
  tensorCount: number;
  dtypes: { dtype: string; parameters: number; tensors: number }[];
  metadata: { key: string; value: string }[];
};

export const tensorLimits = {
  /** Size of a header that a thread can hold. GGUF headers contain vocabularies. */
  headerBytes: 32 * 1024 * 1024,
  tensors: 20_000,
  /** Characters of the stored tensor list, which is also sent to readers. */
  list: 4_000_000,
  dimensions: 16,
  name: 300,
  metadata: 200,
  /** Longer metadata values are truncated when stored. */
  value: 2000,
} as const;

/** Prepares text of a header for storage: truncated, without NUL and unpaired surrogates, which the database refuses. */
export function keptText(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  return cut.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Summarises a header for storage. Long metadata is truncated: it is shown, never used. */
export function summarise(
  format: TensorFormat,
  tensors: readonly Tensor[],
  metadata: TensorSummary['metadata'],
): TensorSummary {
  const dtypes = new Map<string, { dtype: string; parameters: number; tensors: number }>();
  let parameters = 0;
  for (const { dtype, shape } of tensors) {
    const count = shape.reduce((product, side) => product * side, 1);
    const sum = dtypes.get(dtype) ?? { dtype, parameters: 0, tensors: 0 };
    sum.parameters += count;
    sum.tensors += 1;
    dtypes.set(dtype, sum);
    parameters += count;
  }
  return {
    format,
    parameters,
    tensorCount: tensors.length,
    dtypes: [...dtypes.values()].toSorted((a, b) => b.parameters - a.parameters),
    metadata: metadata.slice(0, tensorLimits.metadata).map(({ key, value }) => ({
      key: keptText(key, tensorLimits.name),
      value: keptText(value, tensorLimits.value),
    })),
  };
}

/**
 * JSON text: the largest lists of tensors are megabytes, and serializing them would block the main thread.
 */
export type HeaderAnswer = { header: string; tensors: string } | { problem: TensorProblem };

/** Prepares a header for storage. */
export function headerOf(
  format: TensorFormat,
  tensors: readonly Tensor[],
  metadata: TensorSummary['metadata'],
): HeaderAnswer {
  const kept = tensors.map((tensor) => ({ ...tensor, name: keptText(tensor.name, tensorLimits.name) }));
  const list = JSON.stringify(kept);
  if (list.length > tensorLimits.list) return { problem: 'too_large' };
  return { header: JSON.stringify(summarise(format, tensors, metadata)), tensors: list };
}
