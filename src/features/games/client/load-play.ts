import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { beginningOf } from '#platform/shared/graphemes.ts';
import { categoryNames } from '#features/resources/client/public.tsx';
import type { Game } from '../contract.ts';
import { gameQuery } from './api.ts';

/** Loads a game and the head of its page; a separate script, because every page carries the routes. */
export async function loadPlay(client: QueryClient, id: string) {
  return { head: headOf(await getGame(client, id)) };
}

async function getGame(client: QueryClient, id: string): Promise<Game> {
  try {
    return await client.ensureQueryData(gameQuery(id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

function headOf(game: Game) {
  const { title, description } = inReadersLanguage(game);
  const text = description || m['games.page.description']({ title });
  return pageHead({
    path: `/play/${game.id}`,
    title: m['games.page.title']({ title }),
    description: text,
    image: `/api/resources/${game.id}/card.jpg?language=${currentLocale()}`,
    above: [
      { title: categoryNames.flash_game(), path: '/resources/type/flash_game' },
      { title, path: `/resources/${game.id}` },
    ],
    hidden: !game.isPublic || game.play === null,
    jsonLd: {
      '@type': 'VideoGame',
      name: title,
      description: beginningOf(text, 500),
      author: { '@type': 'Person', name: game.author },
      datePublished: game.createdAt,
      dateModified: game.updatedAt,
      inLanguage: game.language,
      gamePlatform: 'Web browser',
      isAccessibleForFree: true,
    },
  });
}
