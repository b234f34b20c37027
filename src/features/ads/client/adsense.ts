import type { Adsense } from './page-state.ts';

type Queue = object[] & { requestNonPersonalizedAds?: number };
declare global {
  interface Window {
    adsbygoogle?: Queue;
  }
}

let loading: Promise<void> | undefined;

/**
 * Loads Google's script once per document. `isAuto` adds the publisher's id to its address, which turns on
 * automatic ads: anchors and vignettes.
 */
export function loadAdsense({ script: src, client }: Adsense, isAuto: boolean): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    window.adsbygoogle ??= [];
    // Request non-personalized ads only.
    window.adsbygoogle.requestNonPersonalizedAds = 1;
    const script = document.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.src = isAuto ? `${src}?client=${client}` : src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('AdSense is not let in')));
    document.head.append(script);
  });
  return loading;
}

/**
 * Google fills the first unfilled element with this class, so it is added only when the unit is to be filled.
 */
export function fillUnit(unit: HTMLElement): void {
  unit.classList.add('adsbygoogle');
  window.adsbygoogle?.push({});
}
