/** A list with what it is loaded by, in one script: whoever has a list has the next one's, offline too. */
export { useNatives } from '#features/ads/client/public.tsx';
export { ListScreen, loadList } from '#features/resources/client/public.tsx';
