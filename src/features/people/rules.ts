/** Codes of languages that people can list; the browser provides the names. */
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
/** Services per page, shown below a person's resources. */
export const servicesPerPage = 12;
