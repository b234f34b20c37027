import {
  Bot,
  Factory,
  Headset,
  HeartHandshake,
  Printer,
  Search,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { m } from '#i18n/generated/messages.js';

/** Id of the footer, which links to all places. */
export const placesId = 'places';

/** Services in the side navigation and the mobile menu, in the order of docs/product.md, "Header, navigation and footer". */
export const servicePlaces: { to: string; name: () => string; icon: LucideIcon }[] = [
  { to: '/services/type/3d_printing', name: () => m['app.place.printers'](), icon: Printer },
  { to: '/ai-assembly', name: () => m['app.place.assistant'](), icon: Bot },
  { to: '/remote-support', name: () => m['app.place.support'](), icon: Headset },
  { to: '/services/type/engineer', name: () => m['app.place.engineers'](), icon: Wrench },
  { to: '/services/type/manufacturing', name: () => m['app.place.manufacturers'](), icon: Factory },
  { to: '/wanted', name: () => m['app.place.wanted'](), icon: Search },
  { to: '/sponsor', name: () => m['app.place.sponsor'](), icon: HeartHandshake },
];
