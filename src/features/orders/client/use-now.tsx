import { useEffect, useState } from 'react';

const tickMs = 30_000;

/** Returns the current time and re-renders, so that remaining times stay true. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
