import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';

/** Link to the rules that a checkbox refers to. */
export function RulesLink() {
  return (
    <p className="text-sm">
      <Link to="/terms" target="_blank" className="text-accent-strong underline">
        {m['orders.pay.rules']()}
      </Link>
    </p>
  );
}
