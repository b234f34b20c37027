/** three.js and what reads models, for whoever looks at one. */
export const loadModelViewer = async () => ({ default: (await import('./model-viewer.tsx')).ModelViewer });
