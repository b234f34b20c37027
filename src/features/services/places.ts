/**
 * Locations of Korea's large cities and their districts, to about a kilometre, which is precise enough for a search.
 * Not loaded by the home page.
 */
import { seoul, type Point, type City } from './rules.ts';

export const cityCentres: Record<City, Point> = {
  seoul,
  busan: { lat: 35.1796, long: 129.0756 },
  incheon: { lat: 37.4563, long: 126.7052 },
  daejeon: { lat: 36.3504, long: 127.3845 },
  daegu: { lat: 35.8714, long: 128.6014 },
  gwangju: { lat: 35.1595, long: 126.8526 },
  ulsan: { lat: 35.5384, long: 129.3114 },
  sejong: { lat: 36.48, long: 127.289 },
};

/** District offices by city; for Ongjin, a group of islands, the most populated one. */
export const districtCentres = {
  seoul: {
    jongno: { lat: 37.5735, long: 126.979 },
    jung: { lat: 37.5641, long: 126.9979 },
    yongsan: { lat: 37.5326, long: 126.9905 },
    seongdong: { lat: 37.5634, long: 127.0369 },
    gwangjin: { lat: 37.5385, long: 127.0823 },
    dongdaemun: { lat: 37.5744, long: 127.0396 },
    jungnang: { lat: 37.6063, long: 127.0925 },
    seongbuk: { lat: 37.5894, long: 127.0167 },
    gangbuk: { lat: 37.6396, long: 127.0255 },
    dobong: { lat: 37.6688, long: 127.0471 },
    nowon: { lat: 37.6542, long: 127.0568 },
    eunpyeong: { lat: 37.6027, long: 126.9291 },
    seodaemun: { lat: 37.5791, long: 126.9368 },
    mapo: { lat: 37.5663, long: 126.9019 },
    yangcheon: { lat: 37.5169, long: 126.8665 },
    gangseo: { lat: 37.551, long: 126.8495 },
    guro: { lat: 37.4955, long: 126.8877 },
    geumcheon: { lat: 37.4569, long: 126.8955 },
    yeongdeungpo: { lat: 37.5264, long: 126.8963 },
    dongjak: { lat: 37.5124, long: 126.9393 },
    gwanak: { lat: 37.4784, long: 126.9516 },
    seocho: { lat: 37.4837, long: 127.0324 },
    gangnam: { lat: 37.5172, long: 127.0473 },
    songpa: { lat: 37.5145, long: 127.1059 },
    gangdong: { lat: 37.5301, long: 127.1238 },
  },
  busan: {
    jung: { lat: 35.1064, long: 129.0324 },
    seo: { lat: 35.0979, long: 129.0241 },
    dong: { lat: 35.1293, long: 129.0454 },
    yeongdo: { lat: 35.0912, long: 129.0679 },
    busanjin: { lat: 35.1629, long: 129.0532 },
    dongnae: { lat: 35.2047, long: 129.0837 },
    nam: { lat: 35.1366, long: 129.0843 },
    buk: { lat: 35.1972, long: 128.9903 },
    haeundae: { lat: 35.1631, long: 129.1636 },
    saha: { lat: 35.1046, long: 128.9749 },
    geumjeong: { lat: 35.243, long: 129.0922 },
    gangseo: { lat: 35.2122, long: 128.9806 },
    yeonje: { lat: 35.1763, long: 129.0798 },
    suyeong: { lat: 35.1457, long: 129.1131 },
    sasang: { lat: 35.1526, long: 128.9911 },
    gijang: { lat: 35.2446, long: 129.2223 },
  },
  incheon: {
    jung: { lat: 37.4738, long: 126.6217 },
    dong: { lat: 37.4738, long: 126.6432 },
    michuhol: { lat: 37.4635, long: 126.6505 },
    yeonsu: { lat: 37.4102, long: 126.6783 },
    namdong: { lat: 37.4473, long: 126.7314 },
    bupyeong: { lat: 37.507, long: 126.7218 },
    gyeyang: { lat: 37.5373, long: 126.7377 },
    seo: { lat: 37.5454, long: 126.676 },
    ganghwa: { lat: 37.7466, long: 126.488 },
    ongjin: { lat: 37.251, long: 126.48 },
  },
  daejeon: {
    dong: { lat: 36.3119, long: 127.4548 },
    jung: { lat: 36.3255, long: 127.4213 },
    seo: { lat: 36.3553, long: 127.3838 },
    yuseong: { lat: 36.3623, long: 127.3563 },
    daedeok: { lat: 36.3467, long: 127.4156 },
  },
  daegu: {
    jung: { lat: 35.8693, long: 128.6062 },
    dong: { lat: 35.8866, long: 128.6356 },
    seo: { lat: 35.8719, long: 128.5592 },
    nam: { lat: 35.846, long: 128.5975 },
    buk: { lat: 35.8858, long: 128.5829 },
    suseong: { lat: 35.8582, long: 128.6306 },
    dalseo: { lat: 35.8299, long: 128.5327 },
    dalseong: { lat: 35.7746, long: 128.4313 },
    gunwi: { lat: 36.2428, long: 128.5728 },
  },
  gwangju: {
    dong: { lat: 35.1461, long: 126.9231 },
    seo: { lat: 35.152, long: 126.8902 },
    nam: { lat: 35.133, long: 126.9024 },
    buk: { lat: 35.1741, long: 126.912 },
    gwangsan: { lat: 35.1396, long: 126.7937 },
  },
  ulsan: {
    jung: { lat: 35.5693, long: 129.3327 },
    nam: { lat: 35.5438, long: 129.33 },
    dong: { lat: 35.5049, long: 129.4166 },
    buk: { lat: 35.5826, long: 129.361 },
    ulju: { lat: 35.5222, long: 129.2424 },
  },
  sejong: {},
} as const satisfies Record<City, Record<string, Point>>;

type DistrictsByCity = { [Each in City]: keyof (typeof districtCentres)[Each] };
export type District = DistrictsByCity[City];

export const centresOf = (city: City) => Object.entries<Point>(districtCentres[city]) as [District, Point][];

export function districtsOf(city: City | undefined): District[] {
  return city === undefined ? [] : centresOf(city).map(([district]) => district);
}

/** Returns the district with that name, if the city has one. */
export function asDistrict(city: City | undefined, name: string | undefined): District | undefined {
  return districtsOf(city).find((district) => district === name);
}

/** Returns the centre of a city or district; unknown ones count as Seoul. */
export function centreOf(city: string | undefined, district: string | undefined): Point {
  const known = (Object.keys(cityCentres) as City[]).find((each) => each === city);
  if (known === undefined) return seoul;
  return centresOf(known).find(([each]) => each === district)?.[1] ?? cityCentres[known];
}
