import { m } from '#i18n/generated/messages.js';
import { asServiceType, type ServiceType } from '#platform/shared/trades.ts';

/** Words of a trade's list; names of trades are in ../words.ts. */
type TradeWords = {
  title(): string;
  /** Button that opens the form. */
  register?(): string;
};

const words: Record<ServiceType, TradeWords> = {
  '3d_printing': {
    title: () => m['services.title.3d_printing'](),
    register: () => m['services.register.printer'](),
  },
  electronics: { title: () => m['services.title.electronics']() },
  woodworking: { title: () => m['services.title.woodworking']() },
  metalworking: { title: () => m['services.title.metalworking']() },
  manufacturing: {
    title: () => m['services.title.manufacturing'](),
    register: () => m['services.register.manufacturer'](),
  },
  engineer: {
    title: () => m['services.title.engineer'](),
    register: () => m['services.register.engineer'](),
  },
};

export function tradeWordsOf(type: string | undefined): TradeWords | undefined {
  const known = asServiceType(type ?? '');
  return known ? words[known] : undefined;
}
