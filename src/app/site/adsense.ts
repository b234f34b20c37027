import { canShowGoogle } from '#features/ads/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { Settings } from '#platform/shared/settings.ts';
import type { Site } from './contract.ts';

/** What pages load AdSense with; null where nothing of it can be shown, so that nobody is asked about it and no policy lets it in. */
export function adsenseOf(
  { adsense }: Config,
  { ads, adSlots }: Settings,
): NonNullable<Site['ads']>['adsense'] {
  if (!adsense || ads !== 'on' || !canShowGoogle(adSlots, adsense.units)) return null;
  const { client, units, isTest, scriptOrigin } = adsense;
  return { client, units, isTest, script: `${scriptOrigin}/pagead/js/adsbygoogle.js` };
}
