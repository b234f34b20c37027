export { PartList } from './part-list.tsx';
export { PrintExample } from './print-example.tsx';
export { QuoteScreen } from './quote-screen.tsx';
