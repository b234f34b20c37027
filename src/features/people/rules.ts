/** Languages that people here speak, by their codes; the browser knows their names. */
export const spokenLanguages = [
  'ko',
  'en',
  'ja',
  'zh',
  'vi',
  'th',
  'id',
  'ne',
  'km',
  'mn',
  'uz',
  'ru',
  'es',
  'fr',
  'de',
] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

export const longestBio = 600;
/** Of somebody's services, beside their resources on the same page. */
export const servicesPerPage = 12;
