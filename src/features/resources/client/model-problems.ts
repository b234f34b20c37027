import { m } from '#i18n/generated/messages.js';
import type { ModelProblem } from '#platform/shared/models/mesh.ts';

/** Names of extensions are the same in all languages. */
const extension = (name: string) => m['resources.model.problem.extension']({ name });

export const problemWords: Record<ModelProblem, () => string> = {
  empty: () => m['resources.model.problem.empty'](),
  truncated: () => m['resources.model.problem.truncated'](),
  header_lies: () => m['resources.model.problem.header_lies'](),
  malformed: () => m['resources.model.problem.malformed'](),
  not_finite: () => m['resources.model.problem.not_finite'](),
  unsafe_xml: () => m['resources.model.problem.unsafe_xml'](),
  bomb: () => m['resources.model.problem.bomb'](),
  compressed: () => m['resources.model.problem.compressed'](),
  outside_files: () => m['resources.model.problem.outside_files'](),
  beam_lattice: () => extension('Beam Lattice'),
  slices: () => extension('Slice'),
  volumetric: () => extension('Volumetric'),
  booleans: () => extension('Boolean Operations'),
  displacement: () => extension('Displacement'),
  encrypted: () => extension('Secure Content'),
  unknown_extension: () => m['resources.model.problem.unknown_extension'](),
  too_large: () => m['resources.model.problem.too_large'](),
  too_complex: () => m['resources.model.problem.too_complex'](),
  too_slow: () => m['resources.model.problem.too_slow'](),
  failed: () => m['resources.model.problem.failed'](),
};
