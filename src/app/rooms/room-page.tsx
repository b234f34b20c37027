import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { buttonClass } from '#ui/button.tsx';
import { rooms } from './rooms.ts';

/** Whatever has no page of its own: a room that has not opened yet, or nothing at all. */
export const Route = createFileRoute('/$')({
  loader: ({ location }) => {
    if (roomAt(location.pathname) < 0) throw notFound();
  },
  head: ({ params }) => {
    const path = `/${params._splat ?? ''}`;
    const room = rooms[roomAt(path)];
    return room ? pageHead({ path, title: room.title(), description: room.text(), hidden: true }) : {};
  },
  component: RoomPage,
});

function roomAt(path: string): number {
  return rooms.findIndex((room) => room.path.test(path));
}

function RoomPage() {
  const { _splat = '' } = Route.useParams();
  const room = rooms[roomAt(`/${_splat}`)];
  if (!room) return null;
  return (
    <div className="page max-w-3xl py-12">
      <p className="ruler mb-6 pb-4 text-sm font-semibold text-accent-strong">{m['app.room.closed']()}</p>
      <h1 className="text-3xl font-bold">{room.title()}</h1>
      <p className="mt-4 text-lg whitespace-pre-line">{room.text()}</p>
      <h2 className="mt-10 text-lg font-semibold">{m['app.room.meanwhile']()}</h2>
      <div className="mt-3 flex flex-wrap gap-3">
        {room.meanwhile.map(({ to, name }, index) => (
          <Link key={to} to={to} className={buttonClass(index === 0 ? 'primary' : 'secondary')}>
            {name()}
          </Link>
        ))}
      </div>
    </div>
  );
}
