/** A list with what it is loaded by, in one script: whoever has a list has the next one's, offline too. */
export { useNatives } from '#features/ads/client/public.tsx';
export { ServicesScreen, loadServices } from '#features/services/client/public.tsx';
