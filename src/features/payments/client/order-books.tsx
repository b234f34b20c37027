import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { currentUserQuery, FormMessage, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { orderNumber, readOrderNumber } from '#platform/shared/order-number.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { AdjustedOrder, Journal } from '../contract.ts';
import { adjustmentKindNames, ruleWords } from '../words.ts';
import { JournalLines } from './journal-lines.tsx';
import { journalsQuery } from './money-api.ts';
import { won } from './money-words.ts';
import { OrderNumber } from './order-number.tsx';
import { ProposalDialog, type Proposal } from './proposal-dialog.tsx';
import { StaffLink } from './staff-link.tsx';

const orderId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Returns a valid order number, or an empty string. */
function numberOf(typed: unknown): string {
  if (typeof typed !== 'string') return '';
  const text = typed.trim();
  if (orderId.test(text)) return orderNumber(text);
  const isNumber = readOrderNumber(text) !== null;
  return isNumber ? `GB-${text.replace(/^gb-/i, '')}`.toUpperCase() : '';
}

/**
 * Books of one order, where adjustments are proposed. The order is in the address, so that the link can be shared.
 */
export function OrderBooks() {
  const { order }: { order?: unknown } = useSearch({ strict: false });
  const asked = numberOf(order);
  const navigate = useNavigate();
  const field = useRef<HTMLDivElement>(null);
  // Going back in the history changes the order.
  useEffect(() => {
    const input = field.current?.querySelector('input');
    if (input && asked !== '') input.value = asked;
  }, [asked]);
  const form = useForm({
    check: ({ orderId: typed = '' }): Record<string, string> =>
      numberOf(typed) === '' ? { orderId: m['payments.adjust.order_id_wrong']() } : {},
    async send({ orderId: typed = '' }) {
      await navigate({
        to: '/admin/money',
        search: { order: numberOf(typed) },
        hash: 'books',
        resetScroll: false,
        hashScrollIntoView: false,
      });
    },
  });
  return (
    <section aria-labelledby="books" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="books" className="text-xl font-bold">
          {m['payments.adjust.find']()}
        </h2>
        <p className="text-ink-soft">{m['payments.adjust.find_text']()}</p>
      </div>
      <form {...form.props} className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
        <div ref={field}>
          <TextField
            label={m['payments.adjust.order_id']()}
            hint={m['payments.adjust.order_id_hint']()}
            name="orderId"
            defaultValue={asked}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            error={form.fields['orderId']}
          />
        </div>
        <Button type="submit" look="secondary" className="sm:mt-8">
          {m['payments.adjust.find']()}
        </Button>
        <FormMessage>{form.message}</FormMessage>
      </form>
      {asked !== '' && <Books asked={asked} />}
    </section>
  );
}

function Books({ asked }: { asked: string }) {
  const { data: user = null } = useQuery(currentUserQuery);
  const { data, error, refetch } = useQuery(journalsQuery(asked));
  const [proposal, setProposal] = useState<Proposal | null>(null);
  if (error) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-32 animate-pulse rounded-lg bg-sunken" />;
  const { order, journals, waiting } = data;
  if (!order) return <p role="status">{m['payments.adjust.no_order']()}</p>;
  // Only one open proposal of each kind is possible.
  const mayPropose = (kind: Proposal['kind']) => waiting.every((each) => each.kind !== kind);
  return (
    <div className="grid gap-4">
      <BooksOf order={order} />
      {waiting.length > 0 && (
        <ul className="grid gap-2">
          {waiting.map(({ id, kind, proposedBy }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-accent-soft px-4 py-2"
            >
              <span className="wrap-anywhere">
                {proposedBy.id === user?.id
                  ? m['payments.adjust.waiting_own']({ kind: adjustmentKindNames[kind]() })
                  : m['payments.adjust.waiting']({
                      kind: adjustmentKindNames[kind](),
                      username: proposedBy.username,
                    })}
              </span>
              <Link
                to="/admin/adjustments"
                search={{ search: order.number, state: 'proposed', open: id }}
                className="py-1 text-accent-strong underline"
              >
                {m['payments.adjust.to_waiting']()}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {journals.length === 0 && <p role="status">{m['payments.adjust.nothing_booked']()}</p>}
      <ol aria-label={m['payments.adjust.books']()} className="grid gap-3">
        {journals.map((journal) => (
          <Booked
            key={journal.commandId}
            journal={journal}
            canReverse={journal.isCorrectable && mayPropose('reversal')}
            onReverse={() => setProposal({ kind: 'reversal', commandId: journal.commandId })}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {mayPropose('release_early') && (
          <Button look="secondary" onClick={() => setProposal({ kind: 'release_early' })}>
            {m['payments.adjust.release']()}
          </Button>
        )}
        {mayPropose('goodwill') && (
          <Button look="secondary" onClick={() => setProposal({ kind: 'goodwill' })}>
            {m['payments.adjust.goodwill']()}
          </Button>
        )}
      </div>
      {proposal && (
        <ProposalDialog orderId={order.id} proposal={proposal} onClose={() => setProposal(null)} />
      )}
    </div>
  );
}

function BooksOf({ order }: { order: AdjustedOrder }) {
  const { id, title, number, buyer, provider, total } = order;
  return (
    <div className="grid gap-1">
      <h3 className="text-lg font-semibold wrap-anywhere">{title}</h3>
      <p className="text-sm">
        <OrderNumber>{number}</OrderNumber>
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {m['payments.adjust.fact.people_value']({ buyer, provider, total: won(total) })}
      </p>
      <StaffLink to="order" id={id} />
    </div>
  );
}

function Booked({
  journal,
  canReverse,
  onReverse,
}: {
  journal: Journal;
  canReverse: boolean;
  onReverse(): void;
}) {
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{ruleWords(journal.rules)}</span>
        <span className="text-sm text-ink-soft">{formatKoreanMoment(journal.postedAt)}</span>
      </p>
      {journal.reason !== '' && <p className="wrap-anywhere">{journal.reason}</p>}
      <JournalLines lines={journal.lines} />
      <details className="text-sm text-ink-soft">
        <summary className="min-h-11 content-center">{m['payments.admin.detail']()}</summary>
        <p className="break-all">
          {m['payments.adjust.command']({ rules: journal.rules, id: journal.commandId })}
        </p>
      </details>
      {canReverse && (
        <Button look="secondary" className="w-fit" onClick={onReverse}>
          {m['payments.adjust.reverse']()}
        </Button>
      )}
    </li>
  );
}
