import { m } from '#i18n/generated/messages.js';
import { placeOf, type District } from '../places.ts';
import type { Point } from '../rules.ts';
import { cityNames } from './words.ts';

export const districtNames: Record<District, () => string> = {
  jongno: () => m['services.district.jongno'](),
  jung: () => m['services.district.jung'](),
  yongsan: () => m['services.district.yongsan'](),
  seongdong: () => m['services.district.seongdong'](),
  gwangjin: () => m['services.district.gwangjin'](),
  dongdaemun: () => m['services.district.dongdaemun'](),
  jungnang: () => m['services.district.jungnang'](),
  seongbuk: () => m['services.district.seongbuk'](),
  gangbuk: () => m['services.district.gangbuk'](),
  dobong: () => m['services.district.dobong'](),
  nowon: () => m['services.district.nowon'](),
  eunpyeong: () => m['services.district.eunpyeong'](),
  seodaemun: () => m['services.district.seodaemun'](),
  mapo: () => m['services.district.mapo'](),
  yangcheon: () => m['services.district.yangcheon'](),
  gangseo: () => m['services.district.gangseo'](),
  guro: () => m['services.district.guro'](),
  geumcheon: () => m['services.district.geumcheon'](),
  yeongdeungpo: () => m['services.district.yeongdeungpo'](),
  dongjak: () => m['services.district.dongjak'](),
  gwanak: () => m['services.district.gwanak'](),
  seocho: () => m['services.district.seocho'](),
  gangnam: () => m['services.district.gangnam'](),
  songpa: () => m['services.district.songpa'](),
  gangdong: () => m['services.district.gangdong'](),
  seo: () => m['services.district.seo'](),
  dong: () => m['services.district.dong'](),
  yeongdo: () => m['services.district.yeongdo'](),
  busanjin: () => m['services.district.busanjin'](),
  dongnae: () => m['services.district.dongnae'](),
  nam: () => m['services.district.nam'](),
  buk: () => m['services.district.buk'](),
  haeundae: () => m['services.district.haeundae'](),
  saha: () => m['services.district.saha'](),
  geumjeong: () => m['services.district.geumjeong'](),
  yeonje: () => m['services.district.yeonje'](),
  suyeong: () => m['services.district.suyeong'](),
  sasang: () => m['services.district.sasang'](),
  gijang: () => m['services.district.gijang'](),
  michuhol: () => m['services.district.michuhol'](),
  yeonsu: () => m['services.district.yeonsu'](),
  namdong: () => m['services.district.namdong'](),
  bupyeong: () => m['services.district.bupyeong'](),
  gyeyang: () => m['services.district.gyeyang'](),
  ganghwa: () => m['services.district.ganghwa'](),
  ongjin: () => m['services.district.ongjin'](),
  yuseong: () => m['services.district.yuseong'](),
  daedeok: () => m['services.district.daedeok'](),
  suseong: () => m['services.district.suseong'](),
  dalseo: () => m['services.district.dalseo'](),
  dalseong: () => m['services.district.dalseong'](),
  gunwi: () => m['services.district.gunwi'](),
  gwangsan: () => m['services.district.gwangsan'](),
  ulju: () => m['services.district.ulju'](),
};

/** Returns the coarse name of a point, from the table of places. */
export function placeName(point: Point): string {
  const place = placeOf(point);
  if (place === null) return m['services.location.here']();
  const { city, district } = place;
  return district ? `${cityNames[city]()} ${districtNames[district]()}` : cityNames[city]();
}
