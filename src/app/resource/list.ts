import { useNatives } from '#features/ads/client/public.tsx';
import { ListScreen, loadList } from '#features/resources/client/public.tsx';

/**
 * List screen and its loader in one script: after one list is loaded the next ones work too, offline included. A plain
 * re-export would make a separate script for each.
 */
export const list = { Screen: ListScreen, load: loadList, useNatives };
