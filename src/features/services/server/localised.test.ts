import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locales } from '#i18n/languages.ts';
import { addressIn, hoursIn, tagsIn } from './localised.ts';

test.each([
  ['서울 성동구', 'Seongdong-gu, Seoul', 'ソウル城東区'],
  ['서울특별시 성동구 성수이로 20', '20 Seongsui-ro, Seongdong-gu, Seoul', 'ソウル城東区 Seongsui-ro 20'],
  [
    '서울특별시 종로구 창신길 일대 (창신동)',
    'Changsin-dong, Changsin-gil, Jongno-gu, Seoul',
    'ソウル鍾路区 Changsin-gil Changsin-dong',
  ],
  ['경기도 수원시 팔달구', 'Paldal-gu, Suwon-si, Gyeonggi-do', '京畿道水原市八達区'],
  ['1 Main Street', '1 Main Street', '1 Main Street'],
  ['東京都渋谷区', '東京都渋谷区', '東京都渋谷区'],
])('the address %s is %s and %s', (address, en, ja) => {
  expect([addressIn(address, 'ko'), addressIn(address, 'en'), addressIn(address, 'ja')]).toEqual([
    address,
    en,
    ja,
  ]);
});

test.each([
  [
    '월~금 10:00-20:00, 토 11:00-17:00',
    'Mon–Fri 10:00-20:00, Sat 11:00-17:00',
    '月–金 10:00-20:00, 土 11:00-17:00',
  ],
  [
    '매일 09:00-17:00 (파도 좋은 날 휴무)',
    '매일 09:00-17:00 (파도 좋은 날 휴무)',
    '매일 09:00-17:00 (파도 좋은 날 휴무)',
  ],
  [
    '평일 20:00-23:00, 주말 협의',
    'Weekdays 20:00-23:00, Weekends by arrangement',
    '平日 20:00-23:00, 週末 応相談',
  ],
])('the hours %s are %s and %s', (hours, en, ja) => {
  expect([hoursIn(hours, 'ko'), hoursIn(hours, 'en'), hoursIn(hours, 'ja')]).toEqual([hours, en, ja]);
});

test('known tags are told in the language, others stay', () => {
  expect(tagsIn(['목공', '신길동', 'FDM', 'toString'], 'en')).toEqual([
    'woodworking',
    '신길동',
    'FDM',
    'toString',
  ]);
  expect(tagsIn(['목공'], 'ja')).toEqual(['木工']);
  expect(tagsIn(['목공'], 'ko')).toEqual(['목공']);
});

test('an address in Latin letters has no Hangul left, and nothing throws', () => {
  const foreign = locales.filter((locale) => locale !== 'ko');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(...foreign),
      (text, locale) => {
        hoursIn(text, locale);
        expect(addressIn(text, locale)).not.toMatch(/[가-힣]/);
      },
    ),
  );
  expect(addressIn('서울', 'ko')).toBe('서울');
});
