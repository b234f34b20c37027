import { currentLocale } from '#platform/client/page-context.ts';
import type { Game } from '../contract.ts';

/** What a reader of this page's language sees: the author's translation where there is one, else the original. */
export function titleOf(game: Game): { title: string; description: string; language: string } {
  const locale = currentLocale();
  const own = game.language === locale ? undefined : game.translations[locale];
  return own?.title
    ? { title: own.title, description: own.description || game.description, language: locale }
    : { title: game.title, description: game.description, language: game.language };
}
