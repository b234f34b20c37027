import { useQuery, type QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ActingBanner, AgreeAgain, currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { NavigationProgress } from '#platform/client/navigation-progress.tsx';
import { currentLocale, marketplaceFees, pageContext } from '#platform/client/page-context.ts';
import { sentFormText } from '#platform/client/sent-form.ts';
import { Toaster } from '#platform/client/toasts.tsx';
import fonts from '#ui/fonts.css?url';
import styles from '#ui/styles.css?url';
import { AdPlace } from './shell/ad-place.tsx';
import { earlyPlace } from './shell/early-place.ts';
import { earlyPresses } from './shell/early-presses.ts';
import { Failed } from './shell/failed.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { NeedsScripts } from './shell/needs-scripts.tsx';
import { Refused } from './shell/refused.tsx';
import { SideNavigation } from './shell/side-navigation.tsx';
import { TabBar } from './shell/tab-bar.tsx';
import { siteQuery } from './site/api.ts';

/** Loaded lazily: few visitors see it, and its texts would be part of every page. */
const NotFound = lazy(async () => ({ default: (await import('./shell/not-found.tsx')).NotFound }));

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Loaded before rendering, because the header would shift without the person. A failure of these calls must not take
  // the page down: everyone is a guest until the next try, which is due at once.
  beforeLoad: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient
        .ensureQueryData(currentUserQuery)
        .catch(() => queryClient.setQueryData(currentUserQuery.queryKey, null, { updatedAt: 0 })),
      queryClient.ensureQueryData(siteQuery).catch(() => null),
    ]);
  },
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'theme-color', content: '#0e5947' },
      // The policy belongs to the document, so the document tells it to the scripts that hydrate it.
      ...(import.meta.env.SSR && pageContext()?.hasAdsPolicy ? [{ name: 'ads-policy', content: 'on' }] : []),
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
      {
        rel: 'alternate',
        type: 'application/rss+xml',
        title: m['app.feed.title'](),
        href: localizePath('/feed.xml', currentLocale()),
      },
    ],
  }),
  component: Root,
  notFoundComponent: () => (
    <Suspense>
      <NotFound />
    </Suspense>
  ),
  errorComponent: ({ reset }) => <Failed retry={reset} />,
});

/** Bars on every page for a person: staff who act as them, and terms that they have to agree to again. */
function PersonBars() {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <>
      {user?.acting && <ActingBanner user={user} acting={user.acting} />}
      {user?.mustAgreeAgain && !user.acting && <AgreeAgain />}
    </>
  );
}

function Root() {
  const fees = marketplaceFees();
  return (
    <html
      lang={currentLocale()}
      data-fee={fees.feePercent}
      data-fee-bearer={fees.feeBearer}
      data-sent-form={sentFormText()}
    >
      <head>
        <HeadContent />
        {/* Rendered only on the server: once the scripts run, it is no longer needed. */}
        {import.meta.env.SSR && (
          <script nonce={pageContext()?.nonce}>{`${earlyPlace}\n${earlyPresses}`}</script>
        )}
      </head>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {m['app.shell.skip']()}
        </a>
        <NavigationProgress />
        <Suspense>
          <PersonBars />
        </Suspense>
        {/* Each part hydrates by itself, so that the page responds meanwhile; no part suspends. */}
        <Suspense>
          <Header />
        </Suspense>
        <div className="mx-auto flex w-full max-w-[104rem] flex-1">
          <Suspense>
            <SideNavigation />
          </Suspense>
          <main id="content" tabIndex={-1} className="min-w-0 flex-1 pb-16 outline-none">
            <AdPlace slot="page_top" />
            <Refused />
            <noscript>{import.meta.env.SSR && <NeedsScripts />}</noscript>
            <Outlet />
            <AdPlace slot="content_end" />
          </main>
        </div>
        <Suspense>
          <Footer />
        </Suspense>
        <Suspense>
          <TabBar />
        </Suspense>
        <Toaster />
        {/* At the end, so that fonts do not delay the page: system fonts are shown until they are loaded. Phones keep
            their own fonts: these are good, and ours are half a megabyte and a second layout of the page. */}
        <link rel="stylesheet" href={fonts} media="(width >= 48rem)" />
        <Scripts />
      </body>
    </html>
  );
}
