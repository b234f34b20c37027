import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, CircleAlert, CircleCheck, CircleX, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatMoment, useTimeZone } from '#platform/client/local-time.ts';
import { isSigned, openKeys, type PublicKey } from '#platform/shared/signatures.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { AuctionLog } from '../contract.ts';
import { replay, type LogProblem, type LogTools, type Replayed } from '../log.ts';
import { auctionLogQuery } from './api.ts';
import { rowWords } from './log-list.tsx';
import { bidderName, formatCount, won } from './words.ts';

/** Log of an auction, verified in this browser and not by the server. */
export function LogScreen({ id }: { id: string }) {
  const { data: log, error, refetch } = useQuery(auctionLogQuery(id));
  return (
    <div className="page grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8 py-8">
      <header className="grid gap-2">
        <h1 className="text-3xl font-bold">{m['auctions.replay.title']()}</h1>
        <Link
          to="/auctions/$"
          params={{ _splat: id }}
          className="w-fit py-1 text-lg break-words text-accent-strong underline"
        >
          {log?.title ?? m['auctions.order.back']()}
        </Link>
        <p className="max-w-prose text-ink-soft">{m['auctions.replay.lead']()}</p>
      </header>
      {log ? (
        <>
          <Steps log={log} />
          <Check log={log} />
          <Terms log={log} />
          <a
            href={`/api/auctions/${id}/log`}
            download={`auction-${id}.json`}
            className={buttonClass('secondary', 'justify-self-start')}
          >
            <Download aria-hidden="true" className="size-5" />
            {m['auctions.replay.download']()}
          </a>
        </>
      ) : error ? (
        <NotRead error={error} retry={refetch}>
          <Link to="/auctions/$" params={{ _splat: id }} className={buttonClass()}>
            {m['auctions.order.back']()}
          </Link>
        </NotRead>
      ) : (
        <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />
      )}
    </div>
  );
}

function Steps({ log }: { log: AuctionLog }) {
  const { rows } = log;
  const [index, setIndex] = useState(Math.max(0, rows.length - 1));
  const sliderId = useId();
  const zone = useTimeZone();
  const row = rows[index];
  if (!row) return <p>{m['auctions.log.empty']()}</p>;
  const tool = buttonClass('secondary', 'px-3');
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['auctions.replay.steps']()}</h2>
      <label htmlFor={sliderId} className="font-semibold tabular-nums">
        {m['auctions.replay.step']({ number: index + 1, count: rows.length })}
      </label>
      <div className="flex items-center gap-3">
        <button
          type="button"
          className={tool}
          disabled={index === 0}
          aria-label={m['auctions.replay.before']()}
          onClick={() => setIndex(index - 1)}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </button>
        <input
          id={sliderId}
          type="range"
          min={1}
          max={rows.length}
          value={index + 1}
          aria-valuetext={`${index + 1}. ${rowWords(row, null)}`}
          onChange={(event) => setIndex(Number(event.target.value) - 1)}
          className="h-11 min-w-0 flex-1 accent-accent"
        />
        <button
          type="button"
          className={tool}
          disabled={index === rows.length - 1}
          aria-label={m['auctions.replay.after']()}
          onClick={() => setIndex(index + 1)}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </button>
      </div>
      <div aria-live="polite" className="grid min-h-32 content-start gap-1">
        <p className="text-lg font-semibold">
          {row.sequence}. {rowWords(row, null)}
        </p>
        <p className="text-sm text-ink-soft">{formatMoment(row.at, zone)}</p>
        {row.price !== null && row.leader !== null && (
          <p className="text-2xl font-bold text-accent-strong tabular-nums">
            {m['auctions.log.price_after']({ price: won(row.price), who: bidderName(row.leader, null) })}
          </p>
        )}
        {row.kind === 'bid' && (
          <p className="tabular-nums">
            {row.maximum === null
              ? m['auctions.replay.sealed']()
              : m['auctions.replay.maximum']({ maximum: won(row.maximum) })}
          </p>
        )}
        {row.reason !== null && <p>{m['auctions.log.reason']({ reason: row.reason })}</p>}
        <p className="font-mono text-xs break-all text-ink-soft">{row.hash}</p>
      </div>
    </section>
  );
}

const problemWords: Record<LogProblem['what'], () => string> = {
  sequence: () => m['auctions.replay.wrong_sequence'](),
  chain: () => m['auctions.replay.wrong_chain'](),
  commitment: () => m['auctions.replay.wrong_commitment'](),
  leader: () => m['auctions.replay.wrong_leader'](),
  price: () => m['auctions.replay.wrong_price'](),
  reserve: () => m['auctions.replay.wrong_reserve'](),
  end: () => m['auctions.replay.wrong_end'](),
  late: () => m['auctions.replay.wrong_late'](),
  too_low: () => m['auctions.replay.wrong_too_low'](),
  closing: () => m['auctions.replay.wrong_closing'](),
  signature: () => m['auctions.replay.wrong_signature'](),
  offer: () => m['auctions.replay.wrong_offer'](),
  result: () => m['auctions.replay.wrong_result'](),
};

/** Verifies with the published keys; `verify` is null if the browser does not support Ed25519. */
async function openVerifier(): Promise<Pick<LogTools, 'verify' | 'signedSince'>> {
  const answer = await fetch('/.well-known/gongbang-keys.json');
  if (!answer.ok) throw new Error('no keys');
  const { keys } = (await answer.json()) as { keys: (PublicKey & { createdAt: string })[] };
  const signedSince = keys.map(({ createdAt }) => createdAt).toSorted()[0] ?? null;
  try {
    const opened = await openKeys(keys);
    return { verify: (signed) => isSigned(signed, opened), signedSince };
  } catch {
    return { verify: null, signedSince };
  }
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Checked =
  | { kind: 'idle' | 'busy' }
  | { kind: 'failed'; why: string }
  | { kind: 'done'; found: Replayed };

function Check({ log }: { log: AuctionLog }) {
  const [checked, setChecked] = useState<Checked>({ kind: 'idle' });
  async function check(): Promise<void> {
    setChecked({ kind: 'busy' });
    try {
      // `crypto.subtle` exists only in secure contexts.
      if (!('subtle' in crypto)) throw new Error('no crypto.subtle');
      setChecked({ kind: 'done', found: await replay(log, { sha256, ...(await openVerifier()) }) });
    } catch (error) {
      setChecked({ kind: 'failed', why: describeError(error, m['auctions.replay.cannot']()) });
    }
  }
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['auctions.replay.check_title']()}</h2>
      <p className="max-w-prose">{m['auctions.replay.check_text']()}</p>
      <Button className="justify-self-start" disabled={checked.kind === 'busy'} onClick={() => void check()}>
        {checked.kind === 'busy' ? m['auctions.replay.checking']() : m['auctions.replay.check']()}
      </Button>
      <div role="status">
        {checked.kind === 'failed' && <p className="text-danger">{checked.why}</p>}
        {checked.kind === 'done' && <Verdict log={log} found={checked.found} />}
      </div>
    </section>
  );
}

function Verdict({ log, found: { problems, signed, isOnTime } }: { log: AuctionLog; found: Replayed }) {
  const isRight = problems.length === 0;
  const hasSignature = signed === 'yes';
  const Icon = isRight ? (hasSignature ? CircleCheck : CircleAlert) : CircleX;
  const done = [
    m['auctions.replay.did_chain']({ count: formatCount(log.rows.length) }),
    m['auctions.replay.did_commitments']({
      count: formatCount(log.rows.filter(({ maximum }) => maximum !== null).length),
    }),
    m['auctions.replay.did_prices'](),
    m['auctions.replay.did_end'](),
    ...(log.terms.reservePrice === null ? [] : [m['auctions.replay.did_reserve']()]),
    ...(signed === 'old' ? [] : [m['auctions.replay.did_result']()]),
    ...(hasSignature ? [m['auctions.replay.did_signature']()] : []),
  ];
  const isSealed = log.rows.some(({ kind, maximum }) => kind === 'bid' && maximum === null);
  const hasLeader = log.rows.some(({ leader }) => leader !== null);
  return (
    <div
      className={`grid gap-3 rounded-md p-4 ${isRight ? (hasSignature ? 'bg-accent-soft' : 'bg-warning-soft') : 'bg-danger-soft text-danger'}`}
    >
      <p className="flex items-center gap-2 text-lg font-semibold">
        <Icon aria-hidden="true" className="size-6 shrink-0" />
        {!isRight
          ? m['auctions.replay.wrong']()
          : hasSignature
            ? m['auctions.replay.right']()
            : m['auctions.replay.partly']()}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {isRight
          ? done.map((words) => <li key={words}>{words}</li>)
          : problems.map(({ what, row }) => (
              <li key={`${what} ${row}`}>
                {row === null
                  ? problemWords[what]()
                  : m['auctions.replay.at_row']({ number: row, what: problemWords[what]() })}
              </li>
            ))}
      </ul>
      {isRight && !isOnTime && <p>{m['auctions.replay.not_on_time']()}</p>}
      {isRight && !hasSignature && (
        <p>{signed === 'old' ? m['auctions.replay.unsigned_old']() : m['auctions.replay.unsigned_here']()}</p>
      )}
      {isRight && hasLeader && (
        <p className="text-sm">
          {isSealed ? m['auctions.replay.sealed_text']() : m['auctions.replay.own_text']()}
        </p>
      )}
    </div>
  );
}

function Terms({ log: { terms, winner, winnerPrice } }: { log: AuctionLog }) {
  const zone = useTimeZone();
  const facts: [string, string][] = [
    [m['auctions.price.start'](), won(terms.startPrice)],
    [
      m['auctions.form.reserve'](),
      terms.reservePrice === null ? m['auctions.replay.no_reserve']() : won(terms.reservePrice),
    ],
    [m['auctions.replay.started'](), formatMoment(terms.startsAt, zone)],
    [m['auctions.replay.first_end'](), formatMoment(terms.endsAt, zone)],
    [
      m['auctions.result.label'](),
      winner === null || winnerPrice === null
        ? m['auctions.replay.no_winner']()
        : m['auctions.log.after']({ price: won(winnerPrice), who: bidderName(winner, null) }),
    ],
  ];
  return (
    <section className="grid gap-4">
      <h2 className="text-xl font-bold">{m['auctions.replay.terms']()}</h2>
      <dl className="grid gap-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
