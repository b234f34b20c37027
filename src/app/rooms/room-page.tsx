import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { buttonClass } from '#ui/button.tsx';

/** Whatever has no page of its own: a room that has not opened yet, or nothing at all. */
export const Route = createFileRoute('/$')({
  // Their words come with this page alone.
  loader: async ({ location }) => {
    const { rooms } = await import('./rooms.ts');
    const room = rooms.find(({ path }) => path.test(location.pathname));
    if (!room) throw notFound();
    const { meanwhile, text, title } = room;
    return {
      title: title(),
      text: text(),
      meanwhile: meanwhile.map(({ to, name }) => ({ to, name: name() })),
    };
  },
  head: ({ loaderData: room, params }) =>
    room
      ? pageHead({
          path: `/${params._splat ?? ''}`,
          title: room.title,
          description: room.text,
          hidden: true,
        })
      : {},
  component: RoomPage,
});

function RoomPage() {
  const room = Route.useLoaderData();
  return (
    <div className="page max-w-3xl py-12">
      <p className="ruler mb-6 pb-4 text-sm font-semibold text-accent-strong">{m['app.room.closed']()}</p>
      <h1 className="text-3xl font-bold">{room.title}</h1>
      <p className="mt-4 text-lg whitespace-pre-line">{room.text}</p>
      <h2 className="mt-10 text-lg font-semibold">{m['app.room.meanwhile']()}</h2>
      <div className="mt-3 flex flex-wrap gap-3">
        {room.meanwhile.map(({ to, name }, index) => (
          <Link key={to} to={to} className={buttonClass(index === 0 ? 'primary' : 'secondary')}>
            {name}
          </Link>
        ))}
      </div>
    </div>
  );
}
