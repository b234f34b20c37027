import { Link } from '@tanstack/react-router';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { sections } from './sections.ts';

/** What this one of the staff can do, and where. */
export function AdminScreen({ user }: { user: CurrentUser }) {
  const tasks = [
    ...sections
      .filter(({ may }) => may(user))
      .map(({ path, title, text }) => ({ to: `/admin/${path}`, title: title(), text: text() })),
    ...(user.isAdmin
      ? [
          { to: '/resources', title: m['resources.all'](), text: m['app.admin.resources_text']() },
          { to: '/services', title: m['app.place.all_services'](), text: m['app.admin.services_text']() },
        ]
      : []),
  ];
  return (
    <>
      <h1 className="text-3xl font-bold">{m['app.admin.title']()}</h1>
      <p className="mt-2 text-ink-soft">{m['app.admin.lead']()}</p>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2">
        {tasks.map(({ to, title, text }) => (
          <li key={to} className="grid">
            <Link to={to} className="rounded-lg border border-line bg-surface p-5 hover:border-accent">
              <span className="text-lg font-semibold">{title}</span>
              <span className="mt-1 block text-ink-soft">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
