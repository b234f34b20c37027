import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

export function NoAuction() {
  const title = m['auctions.error.auction_not_found']();
  return (
    <div className="page py-16">
      <title>{m['app.title']({ page: title })}</title>
      <h1 className="text-2xl font-bold">{title}</h1>
      <Link to="/auctions" className={buttonClass('primary', 'mt-6')}>
        {m['auctions.page.all']()}
      </Link>
    </div>
  );
}
