import { Link } from '@tanstack/react-router';
import { categoryNames, menuCategories } from '#features/resources/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { Logo } from './logo.tsx';

export function Footer() {
  const link = 'inline-block py-2 text-ink-soft hover:text-accent-strong hover:underline';
  return (
    <footer className="mt-16 border-t border-line bg-surface">
      <div className="page grid gap-8 py-12 text-sm md:grid-cols-[2fr_1fr_1fr]">
        <div className="max-w-md">
          <p className="flex items-center gap-2 text-lg font-bold">
            <Logo className="size-7" />
            {m['app.name']()}
          </p>
          <p className="mt-3 text-ink-soft">{m['app.shell.footer_about']()}</p>
          <p className="mt-3 text-ink-soft">{m['app.shell.footer_license']()}</p>
        </div>
        <nav aria-labelledby="footer-resources">
          <h2 id="footer-resources" className="font-semibold">
            {m['app.shell.footer_resources']()}
          </h2>
          <ul className="mt-2">
            {menuCategories.map((category) => (
              <li key={category}>
                <Link to="/resources/type/$type" params={{ type: category }} className={link}>
                  {categoryNames[category]()}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-make">
          <h2 id="footer-make" className="font-semibold">
            {m['app.shell.footer_make']()}
          </h2>
          <ul className="mt-2">
            <li>
              <Link to="/resources/create" className={link}>
                {m['app.shell.publish']()}
              </Link>
            </li>
            <li>
              <a href="/api/docs" className={link}>
                {m['app.shell.footer_api']()}
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
