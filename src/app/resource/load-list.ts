/** A script of its own: pages that are no list need not carry it. */
export { loadList } from '#features/resources/client/public.tsx';
