import { createFileRoute, Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { loadedHead } from '#platform/client/loaded-head.ts';
import { buttonClass } from '#ui/button.tsx';
import { handoverOf, PassportScreen } from './passport-screen.tsx';
import { RevokedScreen } from './revoked-screen.tsx';

export const Route = createFileRoute('/p/$code')({
  validateSearch: (raw: { handover?: unknown }) => raw,
  loader: async ({ context, params }) =>
    (await import('./load-passport.ts'))?.loadPassport(context.queryClient, params.code),
  head: loadedHead,
  component: PassportPage,
  notFoundComponent: () => (
    <div className="page grid max-w-2xl justify-items-start gap-4 py-16">
      <title>{m['app.title']({ page: m['passports.page.not_found']() })}</title>
      <h1 className="text-2xl font-bold">{m['passports.page.not_found']()}</h1>
      <p className="text-ink-soft">{m['passports.page.not_found_text']()}</p>
      <Link to="/" className={buttonClass('secondary')}>
        {m['passports.page.home']()}
      </Link>
    </div>
  ),
});

function PassportPage() {
  const { code } = Route.useParams();
  const { handover } = Route.useSearch();
  return Route.useLoaderData()?.isRevoked === true ? (
    <RevokedScreen code={code} />
  ) : (
    <PassportScreen key={code} code={code} handover={handoverOf(handover)} />
  );
}
