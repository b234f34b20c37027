import { useNatives } from '#features/ads/client/public.tsx';
import { ServicesScreen, loadServices } from '#features/services/client/public.tsx';

/**
 * A list with what it is loaded by, in one script: whoever has a list has the next one's, offline too. Only passed on, each would be
 * asked for by a script of its own.
 */
export const list = { Screen: ServicesScreen, load: loadServices, useNatives };
