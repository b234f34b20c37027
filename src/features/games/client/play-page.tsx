import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { buttonClass } from '#ui/button.tsx';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { gameQuery } from './api.ts';
import { Player } from './player.tsx';

export const Route = createFileRoute('/play/$id')({
  loader: async ({ context, params }) =>
    (await import('./load-play.ts'))?.loadPlay(context.queryClient, params.id),
  head: loadedHead,
  component: PlayPage,
  notFoundComponent: () => (
    <div className="page grid justify-items-start gap-4 py-16">
      <title>{m['app.title']({ page: m['games.page.not_found']() })}</title>
      <h1 className="text-2xl font-bold">{m['games.page.not_found']()}</h1>
      <p className="text-ink-soft">{m['games.page.not_found_text']()}</p>
      <Link to="/flash-game" className={buttonClass()}>
        {m['games.page.to_games']()}
      </Link>
    </div>
  ),
});

function PlayPage() {
  const { data: game } = useSuspenseQuery(gameQuery(Route.useParams().id));
  const { title, language } = inReadersLanguage(game);
  const lang = language === currentLocale() ? undefined : language;
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-6 md:py-8">
      <header className="grid gap-2">
        <Link
          to="/resources/$id"
          params={{ id: game.id }}
          className="w-fit py-1 text-sm text-accent-strong underline"
        >
          {m['games.page.back']()}
        </Link>
        <h1 className="text-3xl font-bold" lang={lang}>
          {title}
        </h1>
        <p className="text-ink-soft">{m['games.page.by']({ author: game.author })}</p>
      </header>
      {game.play ? (
        <Player key={game.id} game={game} play={game.play} title={title} />
      ) : (
        <div className="grid justify-items-start gap-4 rounded-lg border border-dashed border-line-strong p-6 md:p-8">
          <h2 className="text-xl font-bold">{m['games.page.not_playable']()}</h2>
          <p>{m['games.page.not_playable_text']()}</p>
          <Link to="/resources/$id" params={{ id: game.id }} className={buttonClass()}>
            {m['games.page.back']()}
          </Link>
        </div>
      )}
      <section className="grid gap-4">
        <h2 className="ruler pb-3 text-xl font-bold">{m['games.page.controls']()}</h2>
        <p className="max-w-prose whitespace-pre-line" lang={game.controls ? game.language : undefined}>
          {game.controls || m['games.page.no_controls']()}
        </p>
      </section>
    </div>
  );
}
