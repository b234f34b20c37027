import type { TenderDetail } from '../contract.ts';
import { commitmentText, criteria } from '../rules.ts';

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns whether every opened bid matches its commitment from before the close, scores are the sums of their points,
 * and the best score is first; the earlier one of equal bids comes first.
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
