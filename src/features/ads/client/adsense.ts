import type { Adsense } from './page-state.ts';

type Queue = object[] & { requestNonPersonalizedAds?: number };
declare global {
  interface Window {
    adsbygoogle?: Queue;
  }
}

let loading: Promise<void> | undefined;

/**
 * Loads Google's script, once in a document. `isAuto`: with the name of the publisher in its address it also places what Google places
 * by itself, which is where anchors and vignettes come from.
 */
export function loadAdsense({ script: src, client }: Adsense, isAuto: boolean): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    window.adsbygoogle ??= [];
    // Nothing is asked for that would need to know who somebody is.
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

/** Google fills the first unit of the document that is named so and was not filled: none is before it is to be. */
export function fillUnit(unit: HTMLElement): void {
  unit.classList.add('adsbygoogle');
  window.adsbygoogle?.push({});
}
