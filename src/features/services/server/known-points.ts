/**
 * Points of neighbourhoods and buildings that are known well: stations that give a neighbourhood its middle, and numbers of
 * roads. Whatever is not here is as near as its district.
 */
import type { City } from '../rules.ts';

/** Stations in the middle of neighbourhoods, by city, district and name without 동. */
export const neighbourhoodPoints: Partial<Record<City, Record<string, Record<string, [number, number]>>>> = {
  seoul: {
    jongno: { 종로: [37.5704, 126.9921], 혜화: [37.5822, 127.0019], 창신: [37.5797, 127.0152] },
    jung: { 을지로: [37.5663, 126.991], 명: [37.561, 126.9863], 충무로: [37.5613, 126.9942] },
    yongsan: { 이태원: [37.5345, 126.9946], 한남: [37.5294, 127.009], 한강로: [37.5291, 126.9679] },
    seongdong: { 성수: [37.5446, 127.0559], 행당: [37.5574, 127.0295] },
    gwangjin: { 화양: [37.5404, 127.0692], 구의: [37.5371, 127.086], 군자: [37.5571, 127.0795] },
    dongdaemun: { 제기: [37.5782, 127.0348], 청량리: [37.5801, 127.0471], 답십리: [37.5668, 127.0528] },
    jungnang: { 면목: [37.5886, 127.0875], 상봉: [37.5963, 127.0855] },
    seongbuk: { 길음: [37.6034, 127.0251], 안암: [37.5863, 127.0291] },
    gangbuk: { 수유: [37.638, 127.0257], 미아: [37.6265, 127.0263] },
    nowon: { 상계: [37.6609, 127.0735], 공릉: [37.6256, 127.073] },
    eunpyeong: { 불광: [37.6105, 126.9298] },
    seodaemun: { 창천: [37.5558, 126.9369] },
    mapo: {
      서교: [37.5557, 126.9237],
      합정: [37.5495, 126.9137],
      망원: [37.556, 126.9101],
      공덕: [37.5443, 126.9515],
    },
    yangcheon: { 목: [37.5261, 126.8644] },
    gangseo: { 화곡: [37.5416, 126.8404], 마곡: [37.5602, 126.8254] },
    guro: { 구로: [37.4852, 126.9015] },
    geumcheon: { 가산: [37.4816, 126.8827] },
    yeongdeungpo: { 문래: [37.518, 126.8947], 여의도: [37.5215, 126.9242] },
    dongjak: { 노량진: [37.5142, 126.9424], 사당: [37.4766, 126.9816] },
    gwanak: { 신림: [37.4842, 126.9297], 봉천: [37.4825, 126.9417] },
    seocho: {
      서초: [37.4919, 127.0079],
      방배: [37.4815, 126.9977],
      반포: [37.5049, 127.005],
      잠원: [37.5128, 127.0113],
      양재: [37.4843, 127.0344],
    },
    gangnam: {
      역삼: [37.5007, 127.0365],
      삼성: [37.5089, 127.0631],
      논현: [37.5111, 127.0215],
      신사: [37.5163, 127.0202],
      압구정: [37.527, 127.0285],
      청담: [37.5193, 127.0519],
      대치: [37.4945, 127.0633],
      도곡: [37.4909, 127.0553],
      수서: [37.4873, 127.1018],
    },
    songpa: {
      잠실: [37.5133, 127.1001],
      문정: [37.4859, 127.1225],
      가락: [37.4925, 127.1183],
      방이: [37.5085, 127.1262],
    },
    gangdong: { 천호: [37.5386, 127.1236], 길: [37.538, 127.14], 명일: [37.5513, 127.144] },
  },
  busan: {
    jung: { 남포: [35.0979, 129.0347] },
    busanjin: { 부전: [35.1579, 129.0592], 전포: [35.1527, 129.0653] },
    dongnae: { 온천: [35.2203, 129.0865] },
    nam: { 대연: [35.1351, 129.0919] },
    buk: { 덕천: [35.2103, 129.0053] },
    haeundae: { 우: [35.1636, 129.1588] },
    saha: { 하단: [35.1063, 128.9668] },
    yeonje: { 연산: [35.1861, 129.0815] },
    suyeong: { 광안: [35.1578, 129.113] },
    sasang: { 괘법: [35.1626, 128.9886] },
  },
  incheon: {
    michuhol: { 주안: [37.465, 126.68] },
    yeonsu: { 송도: [37.3933, 126.6346] },
    namdong: { 구월: [37.4492, 126.7008] },
    bupyeong: { 부평: [37.4895, 126.7245] },
  },
  daejeon: {
    jung: { 은행: [36.3289, 127.4259] },
    seo: { 둔산: [36.3515, 127.3851] },
    yuseong: { 봉명: [36.3537, 127.3414] },
  },
  daegu: { suseong: { 범어: [35.8595, 128.6253] } },
  gwangju: { dong: { 충장로: [35.1467, 126.9205] } },
};

/**
 * Roads of which the places of two numbers are known. Numbers of Korean roads grow by two each 20 metres, so what lies
 * between is found along the line.
 */
export const measuredRoads: {
  name: string;
  city: City;
  /** Districts from low numbers to high ones, each with its first number. */
  districts: readonly (readonly [from: number, district: string])[];
  numbers: readonly [readonly [number, number, number], readonly [number, number, number]];
}[] = [
  {
    name: '성수이로',
    city: 'seoul',
    districts: [[0, 'seongdong']],
    numbers: [
      [20, 37.537, 127.0546],
      [118, 37.5451, 127.0572],
    ],
  },
  {
    name: '테헤란로',
    city: 'seoul',
    districts: [[0, 'gangnam']],
    numbers: [
      [152, 37.5, 127.0365],
      [440, 37.5058, 127.0562],
    ],
  },
  {
    name: '세종대로',
    city: 'seoul',
    districts: [
      [0, 'jung'],
      [149, 'jongno'],
    ],
    numbers: [
      [110, 37.5663, 126.9779],
      [209, 37.5749, 126.9756],
    ],
  },
  {
    name: '을지로',
    city: 'seoul',
    districts: [[0, 'jung']],
    numbers: [
      [30, 37.5653, 126.981],
      [281, 37.5665, 127.0092],
    ],
  },
  {
    name: '한강대로',
    city: 'seoul',
    districts: [[0, 'yongsan']],
    numbers: [
      [100, 37.5287, 126.9689],
      [405, 37.5547, 126.9707],
    ],
  },
  {
    name: '양화로',
    city: 'seoul',
    districts: [[0, 'mapo']],
    numbers: [
      [45, 37.5495, 126.9137],
      [160, 37.5572, 126.9245],
    ],
  },
];

/** How far beyond the two known numbers a road is trusted to go on straight. */
export const beyondNumbers = 60;
