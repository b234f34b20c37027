import { canShowGoogle } from '#features/ads/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { Settings } from '#platform/shared/settings.ts';
import type { Site } from './contract.ts';

/**
 * Returns the AdSense settings of a page; null where no ad can be shown, so that guests are not asked and no policy
 * allows it.
 */
export function adsenseOf(
  { adsense }: Config,
  { ads, adSlots }: Settings,
): NonNullable<Site['ads']>['adsense'] {
  if (!adsense || ads !== 'on' || !canShowGoogle(adSlots, adsense.units)) return null;
  const { client, units, isTest, scriptOrigin } = adsense;
  return { client, units, isTest, script: `${scriptOrigin}/pagead/js/adsbygoogle.js` };
}
