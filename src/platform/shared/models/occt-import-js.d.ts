declare module 'occt-import-js' {
  import type { StartStepLibrary } from '#platform/shared/models/step.ts';

  const start: StartStepLibrary;
  export default start;
}
