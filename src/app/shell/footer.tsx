import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery, FormName, LogoutForm } from '#features/accounts/client/public.tsx';
import { categoryNames, menuCategories } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { languages, locales, localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { siteQuery } from '../site/api.ts';
import type { Site } from '../site/contract.ts';
import { operatorRows } from '../site/operator-rows.ts';
import { Logo } from './logo.tsx';
import { placesId, servicePlaces } from './places.ts';

const link = 'inline-block py-2 text-ink-soft hover:text-accent-strong hover:underline';

export function Footer() {
  const { data: site } = useQuery(siteQuery);
  return (
    <footer id={placesId} tabIndex={-1} className="border-t border-line bg-surface text-sm">
      <div className="wide grid grid-cols-2 gap-8 py-12 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 max-w-md lg:col-span-1">
          <p className="flex items-center gap-2 text-lg font-bold">
            <Logo className="size-7" />
            {m['app.name']()}
          </p>
          <p className="mt-3 text-ink-soft">{m['app.shell.footer_about']()}</p>
          <noscript>{import.meta.env.SSR && <MenuForms />}</noscript>
          <ul aria-label={m['app.footer.social']()} className="mt-3 flex flex-wrap gap-x-4">
            {site?.socialLinks.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="me noopener" className={link}>
                  {name}
                </a>
              </li>
            ))}
            <li>
              <a href={localizePath('/feed.xml', currentLocale())} className={link}>
                RSS
              </a>
            </li>
          </ul>
        </div>
        <Column
          title={m['app.footer.services']()}
          links={[...servicePlaces, { to: '/services', name: () => m['app.place.all_services']() }]}
        />
        <Column
          title={m['app.shell.footer_resources']()}
          links={[
            { to: '/resources', name: () => m['resources.all']() },
            ...menuCategories.map((category) => ({
              to: `/resources/type/${category}`,
              name: categoryNames[category],
            })),
          ]}
        />
        <Column
          title={m['app.footer.company']()}
          links={[
            { to: '/about', name: () => m['app.footer.about_us']() },
            { to: '/help', name: () => m['app.footer.help']() },
            { to: '/terms', name: () => m['app.footer.terms']() },
            { to: '/privacy', name: () => m['app.footer.privacy'](), strong: true },
            // Required by Japanese law on every page of a shop; shown only in Japanese.
            ...(currentLocale() === 'ja'
              ? [{ to: '/tokushoho', name: () => m['app.footer.tokushoho']() }]
              : []),
          ]}
        >
          <li>
            <a href="/api/docs" className={link}>
              {m['app.shell.footer_api']()}
            </a>
          </li>
        </Column>
      </div>
      <div className="border-t border-line">
        <div className="wide grid gap-2 py-6 text-ink-soft">
          <Operator operator={site?.operator ?? null} />
          <p>{m['app.footer.broker']()}</p>
          <p>{m['app.shell.footer_license']()}</p>
        </div>
      </div>
    </footer>
  );
}

/** Languages and the other entries of the mobile menu, for readers who cannot open either menu. */
function MenuForms() {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4">
      <form method="post" aria-label={m['app.shell.language']()} className="flex gap-4">
        <FormName name="language" />
        {locales.map((locale) => (
          <button key={locale} type="submit" name="language" value={locale} lang={locale} className={link}>
            {languages[locale].name}
          </button>
        ))}
      </form>
      {user && (
        <div className="md:hidden">
          <LogoutForm className="text-sm" />
        </div>
      )}
    </div>
  );
}

function Column(props: {
  title: string;
  links: { to: string; name: () => string; strong?: boolean }[];
  children?: React.ReactNode;
}) {
  return (
    <nav aria-label={m['app.footer.links_of']({ title: props.title })}>
      <h2 className="font-semibold">{props.title}</h2>
      <ul className="mt-2">
        {props.links.map(({ to, name, strong }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: true }} className={strong ? `${link} font-semibold` : link}>
              {name()}
            </Link>
          </li>
        ))}
        {props.children}
      </ul>
    </nav>
  );
}

/** Company details that Korea's e-commerce law requires on every page of a shop. */
function Operator({ operator }: { operator: Site['operator'] }) {
  if (!operator) return <p>{m['app.footer.no_operator']()}</p>;
  return (
    <>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {operatorRows(operator).map(([name, value]) => (
          <div key={name} className="flex gap-2">
            <dt className="shrink-0">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a
          href={`https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${operator.businessNumber.replaceAll(/\D/g, '')}`}
          rel="noopener"
          className="underline hover:text-accent-strong"
        >
          {m['app.footer.operator.look_up']()}
        </a>
      </p>
    </>
  );
}
