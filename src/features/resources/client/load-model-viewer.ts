/** Loads three.js and the model viewer on demand. */
export const loadModelViewer = async () => ({ default: (await import('./model-viewer.tsx')).ModelViewer });

/** Loads the viewer without controls, for several people who look at a model together. */
export const loadSharedModel = async () => ({ default: (await import('./shared-model.tsx')).SharedModel });

/** Loads what reads STEP files, with the library for them. */
export const loadStepReader = () => import('./load-step.ts');
