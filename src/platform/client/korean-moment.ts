import { formatMoment } from './local-time.ts';

/**
 * Formats times for the books and all staff pages in Korean time, like exports, so that staff in any place mean the
 * same time.
 */
export function formatKoreanMoment(iso: string): string {
  return formatMoment(iso, 'Asia/Seoul');
}
