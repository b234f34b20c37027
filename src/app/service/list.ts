import { useNatives } from '#features/ads/client/public.tsx';
import { ServicesScreen, loadServices } from '#features/services/client/public.tsx';

/**
 * List screen and its loader in one script: after one list is loaded the next ones work too, offline included. A plain
 * re-export would make a separate script for each.
 */
export const list = { Screen: ServicesScreen, load: loadServices, useNatives };
