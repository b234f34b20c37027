import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ConsentChoice } from '#features/ads/client/public.tsx';
import { articlesIn, legalQuery, type Article } from '#features/legal/client/public.tsx';
import type { LegalDocument as Document } from '#features/legal/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { NotRead } from '#ui/load-failed.tsx';
import { siteQuery } from '../site/api.ts';
import { operatorRows } from '../site/operator-rows.ts';

/** Legal document in one version, with its date, its table of contents, its history and who is responsible. */
export function LegalDocument({ name, version }: { name: 'terms' | 'privacy'; version: string | undefined }) {
  const { data, error, refetch } = useQuery(legalQuery(name, version));
  const { data: site } = useQuery(siteQuery);
  return (
    <article className="page max-w-3xl py-12">
      <h1 className="text-3xl font-bold">
        {name === 'terms' ? m['legal.page.terms']() : m['legal.page.privacy']()}
      </h1>
      {error && !data && (
        <NotRead error={error} retry={refetch}>
          <Link to={`/${name}`} search={{}} className="text-accent-strong underline">
            {m['legal.page.to_now']()}
          </Link>
        </NotRead>
      )}
      {data && (
        <>
          <p className="mt-2 text-ink-soft">{m['legal.page.version']({ date: data.version })}</p>
          {!data.isInForce && (
            <p className="mt-4 rounded-md border border-line-strong bg-sunken px-4 py-3">
              {m['legal.page.not_now']()}{' '}
              <Link to={`/${name}`} search={{}} className="text-accent-strong underline">
                {m['legal.page.to_now']()}
              </Link>
            </p>
          )}
          {name === 'terms' && (
            <p className="mt-4">
              <Link to="/moderation-log" className="inline-block py-1 text-accent-strong underline">
                {m['app.about.rules']()}
              </Link>
            </p>
          )}
          <Contents articles={articlesIn(data.text)} />
          <Articles articles={articlesIn(data.text)} />
          <History name={name} document={data} />
        </>
      )}
      {name === 'privacy' && site?.ads?.adsense && <ConsentChoice />}
      <OperatorFacts />
    </article>
  );
}

function Contents({ articles }: { articles: readonly Article[] }) {
  return (
    <nav
      aria-label={m['legal.page.contents']()}
      className="mt-8 rounded-lg border border-line bg-surface p-6"
    >
      <ol className="grid list-inside list-decimal gap-x-8 sm:grid-cols-2">
        {articles.map((article, index) => (
          <li key={article.title} className="py-1">
            <a href={`#article-${index + 1}`} className="hover:text-accent-strong hover:underline">
              {article.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function Articles({ articles }: { articles: readonly Article[] }) {
  return articles.map((article, index) => (
    <section key={article.title} aria-labelledby={`article-${index + 1}`} className="mt-8">
      <h2 id={`article-${index + 1}`} className="scroll-mt-4 text-xl font-bold">
        {index + 1}. {article.title}
      </h2>
      <p className="mt-2 break-keep whitespace-pre-line">{article.text}</p>
    </section>
  ));
}

/** All versions, with what changed in each. */
function History({ name, document }: { name: 'terms' | 'privacy'; document: Document }) {
  return (
    <section aria-labelledby="versions" className="mt-8">
      <h2 id="versions" className="text-xl font-bold">
        {m['legal.page.versions']()}
      </h2>
      <ul className="mt-2 grid gap-2">
        {document.versions.map(({ version, changes }) => (
          <li key={version}>
            <Link
              to={`/${name}`}
              search={{ version }}
              aria-current={version === document.version ? 'page' : undefined}
              className="inline-block min-h-6 text-accent-strong underline aria-[current=page]:text-ink aria-[current=page]:no-underline"
            >
              {m['legal.page.version_of']({ date: version })}
            </Link>{' '}
            <span className="text-ink-soft">{changes}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Operator of the marketplace. */
export function OperatorFacts() {
  const { data: site } = useQuery(siteQuery);
  const operator = site?.operator;
  return (
    <section aria-labelledby="operator" className="mt-8">
      <h2 id="operator" className="text-xl font-bold">
        {m['legal.page.operator']()}
      </h2>
      {operator ? (
        <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {operatorRows(operator).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-semibold">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-2">{m['legal.page.no_operator']()}</p>
      )}
    </section>
  );
}
