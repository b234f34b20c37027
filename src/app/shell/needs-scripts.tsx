import { useLocation } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';

/** Pages that are useless without scripts: drawing, measuring, file uploads, payments and live conversations. */
const wholePages = [
  /^\/resources\/(create|upload|manage\/)/,
  /^\/(services\/register|register-printer|estimate|call\/|play\/|ai-assembly)/,
  /^\/(auctions\/(jobs\/)?create|wanted\/new)/,
  /^\/remote-support\/[^/]+\/ask/,
  /^\/(payment|quotes|quote-requests|orders)\//,
  /^\/((forgot|reset)-password|confirm-email|sign-in\/complete)/,
  /^\/(my|admin)(\/|$)/,
];
/** Pages that can be read without scripts, but not written on. */
const pagesWithParts = [
  /^\/(resources|services|people|collections)\/[^/]+$/,
  /^\/auctions\/(jobs\/)?[\da-f-]{36}/,
  /^\/remote-support/,
  /^\/(sponsor|p\/|wanted\/)/,
];

/**
 * Notice of what a page needs scripts for, inside a `<noscript>`. Rendered only by the server, so that no script
 * carries it.
 */
export function NeedsScripts() {
  const { pathname, search } = useLocation();
  const isOn = (pages: readonly RegExp[]) => pages.some((page) => page.test(pathname));
  const words = isOn(wholePages)
    ? m['app.no_script.whole']()
    : isOn(pagesWithParts) || 'view' in search
      ? m['app.no_script.parts']()
      : null;
  if (words === null) return null;
  return (
    <div className="page pt-6">
      <p className="rounded-md bg-accent-soft p-4">{words}</p>
    </div>
  );
}
