import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';

/** What a box to agree speaks of can be read where it stands. */
export function RulesLink() {
  return (
    <p className="text-sm">
      <Link to="/terms" target="_blank" className="text-accent-strong underline">
        {m['orders.pay.rules']()}
      </Link>
    </p>
  );
}
