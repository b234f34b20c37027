import { useEffect, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { leftWords } from './words.ts';

/**
 * Returns the server's time, updated every second. `told` is the last time that the server sent. The
 * browser's clock may be wrong by hours, so it is used only for the time elapsed since.
 */
export function useServerClock(told: number, live?: () => number): number {
  const [now, setNow] = useState(told);
  const newest = useRef(live);
  useEffect(() => {
    newest.current = live;
  });
  useEffect(() => {
    const offset = told - Date.now();
    const tick = () => setNow(newest.current?.() ?? Date.now() + offset);
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [told]);
  return now;
}

/** Remaining time, hidden from screen readers; `CountdownNews` announces it. */
export function TimeLeft({ until, now }: { until: string; now: number }) {
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      {leftWords(Date.parse(until) - now)}
    </span>
  );
}

const moments: readonly [minutes: number, words: () => string][] = [
  [0, () => m['auctions.news.over']()],
  [1, () => m['auctions.news.one_minute']()],
  [5, () => m['auctions.news.five_minutes']()],
  [10, () => m['auctions.news.ten_minutes']()],
  [60, () => m['auctions.news.one_hour']()],
];

/** Live region that announces when the end is near, is reached or has moved: once each, politely. */
export function CountdownNews({ endsAt, now }: { endsAt: string; now: number }) {
  const left = Date.parse(endsAt) - now;
  const before = useRef({ endsAt, left });
  const [news, setNews] = useState('');
  useEffect(() => {
    const { endsAt: endBefore, left: leftBefore } = before.current;
    before.current = { endsAt, left };
    if (endBefore !== endsAt) {
      setNews(m['auctions.news.extended']({ left: leftWords(left) }));
      return;
    }
    const passed = moments.find(([minutes]) => leftBefore > minutes * 60_000 && left <= minutes * 60_000);
    if (passed) setNews(passed[1]());
  }, [endsAt, left]);
  return (
    <p aria-live="polite" className="sr-only">
      {news}
    </p>
  );
}
