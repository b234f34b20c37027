import { currentLocale } from '#platform/client/page-context.ts';
import { languageNames } from '#platform/shared/formats.ts';
import type { SpokenLanguage } from '../rules.ts';

export function languageName(language: SpokenLanguage): string {
  return languageNames(currentLocale()).of(language) ?? language;
}
