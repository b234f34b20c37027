import { formatMoment } from './local-time.ts';

/** What the books and all of staff's pages tell: one time for all who talk about it, wherever they sit, and that of exports. */
export function formatKoreanMoment(iso: string): string {
  return formatMoment(iso, 'Asia/Seoul');
}
