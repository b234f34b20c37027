import type { TenderDetail } from '../contract.ts';
import { commitmentText, criteria } from '../rules.ts';

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Whether every opened bid is what was committed to before the close, the scores are the sums of their points, and the best
 * score is first; of equals the bid that came first.
 */
export async function isRecordTrue(tenderId: string, record: TenderDetail['record']): Promise<boolean> {
  const opened = record.flatMap((bid) => (bid.opened ? [{ ...bid, opened: bid.opened }] : []));
  for (const { commitment, opened: bid } of opened) {
    const text = commitmentText({ ...bid, tenderId });
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    if (hex(digest) !== commitment) return false;
    if (criteria.reduce((sum, each) => sum + bid.points[each], 0) !== bid.score) return false;
  }
  const ranked = opened.toSorted((a, b) => b.opened.score - a.opened.score || a.number - b.number);
  return ranked.every(({ opened: bid }, index) => bid.rank === index + 1);
}
