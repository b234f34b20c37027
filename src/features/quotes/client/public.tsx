export { PartList } from './part-list.tsx';
export { PrintExample } from './print-example.tsx';
