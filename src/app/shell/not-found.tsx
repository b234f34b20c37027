import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

export function NotFound() {
  return (
    <div className="page grid min-h-96 content-center justify-items-start gap-4 py-16">
      <title>{m['app.title']({ page: m['app.not_found.title']() })}</title>
      <p className="ruler w-40 pb-3 text-5xl font-bold text-accent tabular-nums">404</p>
      <h1 className="text-2xl font-bold">{m['app.not_found.title']()}</h1>
      <p className="text-ink-soft">{m['app.not_found.text']()}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Link to="/" className={buttonClass()}>
          {m['app.not_found.home']()}
        </Link>
        <Link to="/resources" className={buttonClass('secondary')}>
          {m['app.not_found.resources']()}
        </Link>
        <Link to="/help" className={buttonClass('quiet')}>
          {m['app.footer.help']()}
        </Link>
      </div>
    </div>
  );
}
