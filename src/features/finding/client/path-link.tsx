import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';

/** Link to an address that the server gave, with its query in it, which a `Link` does not read. */
export function PathLink({ to, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  const { history } = useRouter();
  const address = localizePath(to, currentLocale());
  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(address);
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/control-has-associated-label -- its users give the content
  return <a href={address} onClick={open} {...rest} />;
}
