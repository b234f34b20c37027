export { MakeButton, OtherWays, useMaking } from './make-button.tsx';
export { makingQuery } from './making-api.ts';
export { PartList } from './part-list.tsx';
export { PrintExample } from './print-example.tsx';
export { QuoteScreen } from './quote-screen.tsx';
