import { m } from '#i18n/generated/messages.js';

/** A place that the product has and that has not opened yet: what it will be, and what to do meanwhile. */
type Room = {
  path: RegExp;
  title: () => string;
  text: () => string;
  meanwhile: { to: string; name: () => string }[];
};

const resources = { to: '/resources', name: () => m['resources.all']() };
const about = { to: '/about', name: () => m['app.footer.about_us']() };

/** A room that opens takes its line out of here and puts its pages into routes.ts. */
export const rooms: Room[] = [
  {
    path: /^\/sponsor$/,
    title: () => m['app.room.sponsor.title'](),
    text: () => m['app.room.sponsor.text'](),
    meanwhile: [about, resources],
  },
];
