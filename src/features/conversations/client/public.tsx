export { Inquiry } from './inquiry.tsx';
