/** three.js and what reads models, for whoever looks at one. */
export const loadModelViewer = async () => ({ default: (await import('./model-viewer.tsx')).ModelViewer });

/** The same without controls, for those who look at one together. */
export const loadSharedModel = async () => ({ default: (await import('./shared-model.tsx')).SharedModel });
