import { ArrowUpRight, Circle, MousePointer2, Pencil, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { Joined } from '../contract.ts';
import type { CallClient, CallState } from './call.ts';
import { colourOf, type Choice } from './drawing-layer.tsx';

const toolChoices: { choice: Choice; icon: ReactNode; name: () => string }[] = [
  { choice: 'pointer', icon: <MousePointer2 />, name: () => m['calls.draw.pointer']() },
  { choice: 'pen', icon: <Pencil />, name: () => m['calls.draw.pen']() },
  { choice: 'arrow', icon: <ArrowUpRight />, name: () => m['calls.draw.arrow']() },
  { choice: 'circle', icon: <Circle />, name: () => m['calls.draw.circle']() },
];

/** Returns a function that describes a mark's author. */
export function describing({ people }: CallState, seat: Joined) {
  const index = (from: string) => people.findIndex(({ peerId }) => peerId === from);
  return (from: string) => {
    const at = index(from === '' ? seat.peerId : from);
    return { name: from === '' ? '' : (people[at]?.name ?? ''), colour: colourOf(at) };
  };
}

/** Toolbar for drawing and removing marks. */
export function DrawingTools({
  call,
  choice,
  onChoose,
  isOwn,
}: {
  call: CallClient;
  choice: Choice | 'turn';
  onChoose(choice: Choice): void;
  isOwn: boolean;
}) {
  return (
    <>
      {toolChoices.map(({ choice: each, icon, name }) => (
        <ToolButton
          key={each}
          isPressed={choice === each}
          name={name()}
          icon={icon}
          onClick={() => onChoose(each)}
        />
      ))}
      <ToolButton name={m['calls.draw.undo']()} icon={<Undo2 />} onClick={call.undo} />
      <ToolButton
        name={isOwn ? m['calls.draw.clear_all']() : m['calls.draw.clear_mine']()}
        icon={<Trash2 />}
        onClick={() => void call.clear()}
      />
    </>
  );
}

export function ToolButton({
  name,
  icon,
  isPressed,
  isOff = false,
  onClick,
}: {
  name: string;
  icon: ReactNode;
  isPressed?: boolean;
  isOff?: boolean;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      disabled={isOff}
      onClick={onClick}
      className={`grid size-11 place-items-center rounded-md [&_svg]:size-5 ${isPressed ? 'bg-accent text-on-accent' : 'hover:bg-sunken'}`}
    >
      {icon}
    </button>
  );
}
