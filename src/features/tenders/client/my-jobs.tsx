import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { SidedList, useSide } from '#ui/sided-list.tsx';
import { ownTendersQuery } from './api.ts';
import { JobCard } from './job-card.tsx';
import { pageWords } from './jobs-screen.tsx';

const sides = ['posted', 'bid'] as const;
const sideWords = { posted: () => m['tenders.mine.posted'](), bid: () => m['tenders.mine.bid']() };

/** Tenders that the reader has posted or bid on. */
export function MyJobs() {
  const { side, page } = useSide(sides);
  const list = useQuery(ownTendersQuery(side, page));
  return (
    <SidedList
      sides={sides}
      sideWords={sideWords}
      label={m['tenders.mine.sides']()}
      side={side}
      list={list}
      words={pageWords()}
      empty={
        <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
          <p>{side === 'posted' ? m['tenders.mine.empty_posted']() : m['tenders.mine.empty_bid']()}</p>
          <Link
            to="/auctions/jobs/{-$id}"
            params={{ id: side === 'posted' ? 'create' : undefined }}
            className={buttonClass('secondary')}
          >
            {side === 'posted' ? m['tenders.list.create']() : m['tenders.mine.browse']()}
          </Link>
        </div>
      }
    >
      {(jobs) => (
        <ul className="grid gap-4 md:grid-cols-2">
          {jobs.map((job) => (
            <li key={job.id}>
              <JobCard job={job} />
            </li>
          ))}
        </ul>
      )}
    </SidedList>
  );
}
