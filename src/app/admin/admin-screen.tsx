import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';

/** What an admin can do so far, and where. */
export function AdminScreen() {
  const tasks = [
    { to: '/admin/users', title: m['admin.page.users'](), text: m['admin.page.users_text']() },
    { to: '/admin/reports', title: m['moderation.page.title'](), text: m['moderation.page.text']() },
    { to: '/admin/orders', title: m['orders.admin.title'](), text: m['orders.admin.text']() },
    { to: '/admin/disputes', title: m['orders.disputes.title'](), text: m['orders.disputes.text']() },
    { to: '/admin/payouts', title: m['payments.admin.payouts'](), text: m['payments.admin.payouts_text']() },
    { to: '/admin/refunds', title: m['payments.admin.refunds'](), text: m['payments.admin.refunds_text']() },
    { to: '/admin/money', title: m['payments.admin.money'](), text: m['payments.admin.money_text']() },
    { to: '/admin/audit', title: m['admin.page.audit'](), text: m['admin.page.audit_text']() },
    { to: '/resources', title: m['resources.all'](), text: m['app.admin.resources_text']() },
    { to: '/services', title: m['app.place.all_services'](), text: m['app.admin.services_text']() },
  ];
  return (
    <div className="page max-w-4xl py-8">
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
    </div>
  );
}
