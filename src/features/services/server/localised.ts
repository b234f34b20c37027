import type { Locale } from '#i18n/languages.ts';
import { romanisePlace } from '#platform/shared/romanise.ts';
import { cities, type City } from '../rules.ts';
import { cityName, districtNameIn } from './gazetteer.ts';
import { tagWords } from './tag-words.ts';

/** Korean provinces and cities outside the table, in Japanese. */
const japanesePlaces: Record<string, string> = {
  경기도: '京畿道',
  강원특별자치도: '江原特別自治道',
  강원도: '江原道',
  충청북도: '忠清北道',
  충청남도: '忠清南道',
  전북특별자치도: '全北特別自治道',
  전라북도: '全羅北道',
  전라남도: '全羅南道',
  경상북도: '慶尚北道',
  경상남도: '慶尚南道',
  제주특별자치도: '済州特別自治道',
  수원시: '水原市',
  성남시: '城南市',
  청주시: '清州市',
  전주시: '全州市',
  춘천시: '春川市',
  강릉시: '江陵市',
  제주시: '済州市',
  천안시: '天安市',
  포항시: '浦項市',
  창원시: '昌原市',
  고양시: '高陽市',
  용인시: '龍仁市',
  안양시: '安養市',
  부천시: '富川市',
  분당구: '盆唐区',
  팔달구: '八達区',
  흥덕구: '興徳区',
  완산구: '完山区',
};

/** Writes a Korean address in a language; addresses in other scripts stay as they are. */
export function addressIn(address: string, locale: Locale): string {
  if (locale === 'ko' || !/[가-힣]/.test(address)) return address;
  const words = address
    .replace(/^대한민국\s+/, '')
    .split(/[\s(),]+/)
    .filter((word) => word !== '' && word !== '일대');
  const city = cities.find((each) => words[0]?.startsWith(cityName(each)));
  const named = words.map((word, index) => placeIn(word, index === 0 ? city : undefined, city, locale));
  // A number belongs to the road before it.
  const parts: string[] = [];
  for (const word of named) {
    const last = /^\d/.test(word) ? parts.pop() : undefined;
    if (last === undefined) parts.push(word);
    else parts.push(locale === 'en' ? `${word} ${last}` : `${last} ${word}`);
  }
  return locale === 'en' ? parts.toReversed().join(', ') : japaneseAddress(parts);
}

/** Japanese names stand together, words in Latin letters apart. */
function japaneseAddress(parts: readonly string[]): string {
  return parts.reduce((all, part) => all + (all !== '' && /^[\w]/.test(part) ? ' ' : '') + part, '');
}

function placeIn(word: string, cityHere: City | undefined, city: City | undefined, locale: Locale): string {
  if (cityHere !== undefined) return cityName(cityHere, locale);
  const district = city && districtNameIn(city, word, locale);
  if (district !== undefined) return district;
  if (locale === 'ja' && Object.hasOwn(japanesePlaces, word)) return japanesePlaces[word]!;
  return romanisePlace(word);
}

const dayWords: Record<Exclude<Locale, 'ko'>, Record<string, string>> = {
  en: {
    월: 'Mon',
    화: 'Tue',
    수: 'Wed',
    목: 'Thu',
    금: 'Fri',
    토: 'Sat',
    일: 'Sun',
    매일: 'Every day',
    평일: 'Weekdays',
    주말: 'Weekends',
    예약제: 'by appointment',
    협의: 'by arrangement',
    오전: 'mornings',
    오후: 'afternoons',
    휴무: 'closed',
    공휴일: 'holidays',
  },
  ja: {
    월: '月',
    화: '火',
    수: '水',
    목: '木',
    금: '金',
    토: '土',
    일: '日',
    매일: '毎日',
    평일: '平日',
    주말: '週末',
    예약제: '予約制',
    협의: '応相談',
    오전: '午前',
    오후: '午後',
    휴무: '休業',
    공휴일: '祝日',
  },
};

/** Writes opening hours in a language where all their words are known; others stay as their provider wrote them. */
export function hoursIn(hours: string, locale: Locale): string {
  if (locale === 'ko') return hours;
  const words = dayWords[locale];
  const written = hours.replaceAll(/[가-힣]+/g, (word) => (Object.hasOwn(words, word) ? words[word]! : word));
  return /[가-힣]/.test(written) ? hours : written.replaceAll('~', '–');
}

/** Writes tags in a language where they are known. */
export function tagsIn(tags: readonly string[], locale: Locale): string[] {
  if (locale === 'ko') return [...tags];
  return [...new Set(tags.map((tag) => (Object.hasOwn(tagWords, tag) ? tagWords[tag]![locale] : tag)))];
}

type Localisable = { tags: string[]; location: { address: string } | null };

/** Returns a card with its address and known tags in the reader's language. */
function cardIn<Card extends Localisable>(card: Card, locale: Locale): Card {
  if (locale === 'ko') return card;
  const { location } = card;
  return {
    ...card,
    tags: tagsIn(card.tags, locale),
    location: location && { ...location, address: addressIn(location.address, locale) },
  };
}

export function cardsIn<Card extends Localisable>(cards: readonly Card[], locale: Locale): Card[] {
  return cards.map((card) => cardIn(card, locale));
}

/** Returns all that is told of a service, with its addresses, hours and known tags in the reader's language. */
export function detailIn<
  Detail extends Localisable & { availableHours: string; locations: { address: string }[] },
>(service: Detail, locale: Locale): Detail {
  if (locale === 'ko') return service;
  return {
    ...cardIn(service, locale),
    availableHours: hoursIn(service.availableHours, locale),
    locations: service.locations.map((place) => ({ ...place, address: addressIn(place.address, locale) })),
  };
}
