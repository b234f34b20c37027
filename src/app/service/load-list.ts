/** A script of its own: pages that are no list need not carry it. */
export { loadServices } from '#features/services/client/public.tsx';
