export { PrintExample } from './print-example.tsx';
