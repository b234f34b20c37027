export { askForQuote } from './api.ts';
export { openRequestDraft } from './request-draft.ts';
export { dimensionFields, dimensionsIn, lengthIn } from './dimensions.ts';
export { DimensionList, DimensionsField } from './dimensions-field.tsx';
export { PartList } from './part-list.tsx';
export { PrintExample } from './print-example.tsx';
