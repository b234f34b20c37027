import {
  Bot,
  Factory,
  Gavel,
  Hammer,
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

type Place = { to: string; name: () => string; icon: LucideIcon };

/** Places where people offer and ask for things, also on the home page. */
export const marketPlaces: Place[] = [
  { to: '/auctions', name: () => m['app.place.auctions'](), icon: Gavel },
  { to: '/auctions/jobs', name: () => m['app.place.jobs'](), icon: Hammer },
  { to: '/wanted', name: () => m['app.place.wanted'](), icon: Search },
];

/** Services in the side navigation and the mobile menu, in the order of docs/product.md, "Header, navigation and footer". */
export const servicePlaces: Place[] = [
  { to: '/services/type/3d_printing', name: () => m['app.place.printers'](), icon: Printer },
  { to: '/ai-assembly', name: () => m['app.place.assistant'](), icon: Bot },
  { to: '/remote-support', name: () => m['app.place.support'](), icon: Headset },
  { to: '/services/type/engineer', name: () => m['app.place.engineers'](), icon: Wrench },
  { to: '/services/type/manufacturing', name: () => m['app.place.manufacturers'](), icon: Factory },
  ...marketPlaces,
  { to: '/sponsor', name: () => m['app.place.sponsor'](), icon: HeartHandshake },
];

/** Whether an open page belongs to a place below this one, such as job tenders below auctions, so that this is not marked. */
export const isAbovePlace = (to: string, pathname: string) =>
  servicePlaces.some((place) => place.to.startsWith(`${to}/`) && `${pathname}/`.startsWith(`${place.to}/`));
