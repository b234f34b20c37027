import type { Texts } from '#i18n/languages.ts';
import { plainWidth } from './widths.ts';

/** Carriers of parcels, one row each: how they are recognised, what their tracking numbers are, and where those lead. */

type Names = Texts<string>;
type Carrier = {
  country: 'KR' | 'JP';
  names: Names;
  /** Other spellings under which people know it. */
  also: readonly string[];
  /** What its numbers look like without anything that groups them. */
  number: RegExp;
  trackingUrl(number: string): string;
};

/**
 * Digits of a parcel within Korea. Carriers use 10 to 13 of them and add some over time, so that no length of a single
 * carrier is held against a number: a right one that is refused is worse than a page that finds nothing.
 */
const domestic = /^\d{10,14}$/;
/** Letters and digits of the Universal Postal Union for parcels between countries, such as EM123456785KR. */
const international = /^[A-Z]{2}\d{9}[A-Z]{2}$/;

export const carriers = {
  cj: {
    country: 'KR',
    names: { ko: 'CJ대한통운', en: 'CJ Logistics', ja: 'CJ大韓通運' },
    also: ['CJ', 'CJ택배', '대한통운', 'CJ GLS', 'CJ Korea Express'],
    number: domestic,
    trackingUrl: (number) => `https://trace.cjlogistics.com/next/tracking.html?wblNo=${number}`,
  },
  hanjin: {
    country: 'KR',
    names: { ko: '한진택배', en: 'Hanjin', ja: '韓進宅配' },
    also: ['한진', 'Hanjin Express'],
    number: domestic,
    trackingUrl: (number) =>
      `https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&schLang=KR&wblnumText2=${number}`,
  },
  lotte: {
    country: 'KR',
    names: { ko: '롯데택배', en: 'Lotte Global Logistics', ja: 'ロッテ宅配' },
    also: ['롯데', '롯데글로벌로지스', 'Lotte', '현대택배'],
    number: domestic,
    trackingUrl: (number) => `https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo=${number}`,
  },
  korea_post: {
    country: 'KR',
    names: { ko: '우체국택배', en: 'Korea Post', ja: '韓国郵便局' },
    also: ['우체국', '우체국소포', '우체국 등기', '등기', 'EMS', 'epost'],
    number: /^(?:\d{10,14}|[A-Z]{2}\d{9}KR)$/,
    trackingUrl: (number) =>
      international.test(number)
        ? `https://service.epost.go.kr/trace.RetrieveEmsRigiTraceList.comm?POST_CODE=${number}&displayHeader=N`
        : `https://service.epost.go.kr/trace.RetrieveDomRigiTraceList.comm?sid1=${number}&displayHeader=N`,
  },
  logen: {
    country: 'KR',
    names: { ko: '로젠택배', en: 'Logen', ja: 'ロゼン宅配' },
    also: ['로젠', 'iLogen'],
    number: domestic,
    trackingUrl: (number) => `https://www.ilogen.com/web/personal/trace/${number}`,
  },
  kyungdong: {
    country: 'KR',
    names: { ko: '경동택배', en: 'Kyungdong', ja: '慶東宅配' },
    also: ['경동', '경동화물', '합동택배'],
    number: /^\d{9,16}$/,
    trackingUrl: (number) => `https://kdexp.com/service/delivery/etc/delivery.do?barcode=${number}`,
  },
  daesin: {
    country: 'KR',
    names: { ko: '대신택배', en: 'Daesin', ja: '大信宅配' },
    also: ['대신', '대신화물', '대신정기화물'],
    number: domestic,
    trackingUrl: (number) => `https://www.ds3211.co.kr/freight/internalFreightSearch.ht?billno=${number}`,
  },
  gs25: {
    country: 'KR',
    names: { ko: 'GS25 편의점택배', en: 'GS25 convenience store', ja: 'GS25コンビニ宅配' },
    also: ['GS25', 'GS25택배', 'GS포스트박스', '편의점택배', '반값택배'],
    number: domestic,
    trackingUrl: (number) => `https://www.cvsnet.co.kr/invoice/tracking.do?invoice_no=${number}`,
  },
  cu: {
    country: 'KR',
    names: { ko: 'CU 편의점택배', en: 'CU convenience store', ja: 'CUコンビニ宅配' },
    also: ['CU', 'CU택배', 'CU포스트', 'CUpost'],
    number: domestic,
    trackingUrl: (number) =>
      `https://www.cupost.co.kr/postbox/delivery/localResult.cupost?invoice_no=${number}`,
  },
  yamato: {
    country: 'JP',
    names: { ko: '야마토운수', en: 'Yamato Transport', ja: 'ヤマト運輸' },
    also: ['야마토', '구로네코', 'Yamato', 'Kuroneko', 'ヤマト', 'クロネコ', 'クロネコヤマト', '宅急便'],
    number: /^\d{12}$/,
    trackingUrl: (number) => `https://jizen.kuronekoyamato.co.jp/jizen/servlet/crjz.b.NQ0010?id=${number}`,
  },
  sagawa: {
    country: 'JP',
    names: { ko: '사가와택배', en: 'Sagawa Express', ja: '佐川急便' },
    also: ['사가와', '사가와큐빈', 'Sagawa', '佐川', '飛脚宅配便'],
    number: /^\d{12}$/,
    trackingUrl: (number) => `https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=${number}`,
  },
  japan_post: {
    country: 'JP',
    names: { ko: '일본우편', en: 'Japan Post', ja: '日本郵便' },
    also: [
      '일본우체국',
      'JP',
      '郵便局',
      'ゆうパック',
      'ゆうパケット',
      'レターパック',
      'クリックポスト',
      'Yu-Pack',
    ],
    number: /^(?:\d{11,13}|[A-Z]{2}\d{9}JP)$/,
    trackingUrl: (number) =>
      `https://trackings.post.japanpost.jp/services/srv/search/direct?searchKind=S002&locale=ja&reqCodeNo1=${number}`,
  },
} as const satisfies Record<string, Carrier>;
export type CarrierCode = keyof typeof carriers;
export const carrierCodes = Object.keys(carriers) as CarrierCode[];

const spelled = (text: string) =>
  plainWidth(text)
    .toLowerCase()
    .replaceAll(/[\s·._-]/g, '');
const codes = new Map<string, CarrierCode>(
  carrierCodes.flatMap((code) =>
    [code, ...Object.values(carriers[code].names), ...carriers[code].also].map(
      (name): [string, CarrierCode] => [spelled(name), code],
    ),
  ),
);

/** Returns the code of a carrier by its code or any of its names; null for others. */
export function carrierOf(text: string): CarrierCode | null {
  return codes.get(spelled(text)) ?? null;
}

/** Returns a number in plain width and capitals, without what groups it: ６８９０−1234 is 68901234. */
function plainTracking(text: string): string {
  return plainWidth(text)
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}\u30FC\u3161]/gu, '');
}

/**
 * Returns the number of a parcel as its carrier writes it, or null if it has no such numbers. Of a carrier without a
 * row it is any letters and digits.
 */
export function trackingNumber(carrier: string, typed: string): string | null {
  const number = plainTracking(typed);
  const code = carrierOf(carrier);
  if (code === null) return /^[A-Z\d/]{1,40}$/.test(number) ? number : null;
  if (!carriers[code].number.test(number)) return null;
  return international.test(number) && !hasRightCheckDigit(number) ? null : number;
}

/** The check digit of UPU S10. */
function hasRightCheckDigit(number: string): boolean {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[2 + index]), 0);
  const rest = 11 - (sum % 11);
  const digit = rest === 10 ? 0 : rest === 11 ? 5 : rest;
  return Number(number[10]) === digit;
}

/** Returns the page of the carrier that follows a parcel; null for other carriers, and for numbers from before a check. */
export function trackingUrl(carrier: string, number: string): string | null {
  const code = carrierOf(carrier);
  const plain = code === null ? null : trackingNumber(code, number);
  return code === null || plain === null ? null : carriers[code].trackingUrl(plain);
}
