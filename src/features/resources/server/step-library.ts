import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { startStepLibrary, type StartStepLibrary, type StepLibrary } from '#platform/shared/models/step.ts';

/** Loads OpenCASCADE, which takes a third of a second and 7 MB, in a thread that reads a STEP file. */
export async function loadStepLibrary(): Promise<StepLibrary> {
  const require = createRequire(import.meta.url);
  const start = require('occt-import-js') as StartStepLibrary;
  const code = await readFile(require.resolve('occt-import-js/dist/occt-import-js.wasm'));
  return startStepLibrary(start, code);
}
