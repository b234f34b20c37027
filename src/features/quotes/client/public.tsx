export { askForQuote } from './api.ts';
export { openRequestDraft } from './request-draft.ts';
export { dimensionFields, dimensionsIn, lengthIn } from './dimensions.ts';
export { DimensionList, DimensionsField } from './dimensions-field.tsx';
export { MakeButton, OtherWays, useMaking } from './make-button.tsx';
export { makingQuery } from './making-api.ts';
export { PartList } from './part-list.tsx';
export { PrintExample } from './print-example.tsx';
export { QuoteScreen } from './quote-screen.tsx';
