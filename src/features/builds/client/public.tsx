export { rateWords } from './rate-words.ts';
export { ServiceBuilds } from './lazy-service-builds.tsx';
