import type { ModelProblem as Problem } from '#platform/shared/models/mesh.ts';
import { problemWords } from './model-problems.ts';

/** Reason why a model cannot be read; loaded only for such a model. */
export function ModelProblem({ problem }: { problem: Problem }) {
  return problemWords[problem]();
}
