import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { SidedList, useSide } from '#ui/sided-list.tsx';
import { ownWantedQuery } from './api.ts';
import { pageWords } from './board-screen.tsx';
import { WantedGrid } from './wanted-card.tsx';

const sides = ['asked', 'answered', 'pledged'] as const;
const sideWords = {
  asked: () => m['wanted.mine.asked'](),
  answered: () => m['wanted.mine.answered'](),
  pledged: () => m['wanted.mine.pledged'](),
};
const emptyWords = {
  asked: () => m['wanted.mine.empty_asked'](),
  answered: () => m['wanted.mine.empty_answered'](),
  pledged: () => m['wanted.mine.empty_pledged'](),
};

/** What the reader has asked for, answered or pledged to. */
export function MyWanted() {
  const { side, page } = useSide(sides);
  const list = useQuery(ownWantedQuery(side, page));
  return (
    <SidedList
      sides={sides}
      sideWords={sideWords}
      label={m['wanted.mine.sides']()}
      side={side}
      list={list}
      words={pageWords()}
      empty={
        <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
          <p>{emptyWords[side]()}</p>
          <Link
            to="/wanted/{-$id}"
            params={{ id: side === 'asked' ? 'new' : undefined }}
            className={buttonClass('secondary')}
          >
            {side === 'asked' ? m['wanted.list.create']() : m['wanted.mine.browse']()}
          </Link>
        </div>
      }
    >
      {(posts) => <WantedGrid posts={posts} label={sideWords[side]()} />}
    </SidedList>
  );
}
