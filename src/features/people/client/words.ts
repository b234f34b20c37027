import { currentLocale } from '#platform/client/page-context.ts';
import type { SpokenLanguage } from '../rules.ts';

export function languageName(language: SpokenLanguage): string {
  return new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(language) ?? language;
}
