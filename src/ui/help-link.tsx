import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';

/** Leads to the answer of a question where it arises. */
export function HelpLink({ about, className = '' }: { about: string; className?: string }) {
  return (
    <Link
      to="/help"
      hash={about}
      className={`inline-block min-h-6 w-fit text-sm text-accent-strong underline ${className}`}
    >
      {m['platform.help.see']()}
    </Link>
  );
}
