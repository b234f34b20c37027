import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import type { LoadedRoom } from './load-room.ts';

export function RoomScreen({ room }: { room: LoadedRoom }) {
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
