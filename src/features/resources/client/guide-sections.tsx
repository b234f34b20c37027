export { PartsSection } from './parts-section.tsx';
export { StepsSection } from './steps-section.tsx';
