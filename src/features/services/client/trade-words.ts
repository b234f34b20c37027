import { m } from '#i18n/generated/messages.js';
import { asServiceType, type ServiceType } from '#platform/shared/trades.ts';

/** Words of lists and forms that name a trade; those of cards and menus are in ../words.ts. */
type TradeWords = {
  /** Title of the list. */
  title(): string;
  /** Button that opens the form. */
  register(): string;
  registerTitle(): string;
  noneInList(): string;
  noneOnMap(): string;
  /** Hint of the form that leads to the workshop. */
  workshopHint(): string;
  /** Says to an owner that there is no workshop yet. */
  ownWorkshop(): string;
};

const ordinary = {
  register: () => m['services.register.service'](),
  registerTitle: () => m['services.form.title_new'](),
  noneInList: () => m['services.list.none'](),
  noneOnMap: () => m['services.map.none'](),
  workshopHint: () => m['services.form.workshop_hint'](),
  ownWorkshop: () => m['services.detail.own_workshop'](),
};

const words: Record<ServiceType, TradeWords> = {
  '3d_printing': {
    title: () => m['services.title.3d_printing'](),
    register: () => m['services.register.printer'](),
    registerTitle: () => m['services.form.title_3d_printing'](),
    noneInList: () => m['services.list.no_printers'](),
    noneOnMap: () => m['services.map.no_printers'](),
    workshopHint: () => m['services.form.workshop_hint_printer'](),
    ownWorkshop: () => m['services.detail.own_workshop_printer'](),
  },
  electronics: { ...ordinary, title: () => m['services.title.electronics']() },
  woodworking: { ...ordinary, title: () => m['services.title.woodworking']() },
  metalworking: { ...ordinary, title: () => m['services.title.metalworking']() },
  manufacturing: {
    ...ordinary,
    title: () => m['services.title.manufacturing'](),
    register: () => m['services.register.manufacturer'](),
    registerTitle: () => m['services.form.title_manufacturing'](),
  },
  engineer: {
    ...ordinary,
    title: () => m['services.title.engineer'](),
    register: () => m['services.register.engineer'](),
    registerTitle: () => m['services.form.title_engineer'](),
  },
};

/** Words of a trade; ordinary ones without a title of their own for a type that is not known. */
export function tradeWordsOf(
  type: string | null | undefined,
): Omit<TradeWords, 'title'> & { title(): string | null } {
  const known = asServiceType(type ?? '');
  return known ? words[known] : { ...ordinary, title: () => null };
}
