import { m } from '#i18n/generated/messages.js';
import { accountName } from '../words.ts';
import { accountChange } from './money-words.ts';

type Line = { account: string; amount: number; owner?: string | null };

/** Lines of a journal: account, debit or credit, and the change of its balance. */
export function JournalLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="grid gap-1">
      {lines.map(({ account, amount, owner }, index) => (
        // All lines of a journal have the same order, and an account may occur twice.
        <li key={index} className="flex flex-wrap justify-between gap-x-4">
          <span>{nameOf(account, owner)}</span>
          <span className="ml-auto flex flex-wrap gap-x-2 tabular-nums">
            <span className="text-ink-soft">
              {amount > 0 ? m['payments.books.debit']() : m['payments.books.credit']()}
            </span>
            <span>{accountChange(account, amount)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function nameOf(account: string, owner: string | null = null): string {
  const name = accountName(account);
  return owner === null ? name : m['payments.books.line_of']({ account: name, owner });
}
