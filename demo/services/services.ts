import { renderScene } from '../draw/render.ts';
import type { DemoService } from '../types.ts';
import { regionServices } from './regions.ts';
import { seoulPrinters } from './seoul-printers.ts';
import { seoulServices } from './seoul.ts';
import { serviceScene } from './service-scenes.ts';
import type { ServiceText } from './service-text.ts';

// The last ones are the newest: lists start with a mix of all kinds.
const texts: ServiceText[] = [...seoulPrinters, ...seoulServices, ...regionServices];

export const demoServices: DemoService[] = texts.map(({ scene, palette, isFreeService, ...text }, index) => {
  const variant = texts.slice(0, index).filter((other) => other.scene === scene).length;
  return {
    ...text,
    isFreeService: isFreeService ?? false,
    contactPhone: `010-0000-${String(1100 + index * 37).padStart(4, '0')}`,
    contactEmail: `${text.owner.replaceAll('_', '.')}@example.com`,
    picture: {
      alt: {
        ko: `${text.title.ko}의 작업물`,
        en: `Work by ${text.title.en ?? text.owner}`,
        ...(text.title.ja ? { ja: `${text.title.ja}の作品` } : {}),
      },
      make: async () => await renderScene(await serviceScene(scene, palette, variant)),
    },
  };
});
