import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FormMessage, useForm } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { readOrderNumber } from '#platform/shared/order-number.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { AdjustedOrder, Journal } from '../contract.ts';
import { JournalLines } from './journal-lines.tsx';
import { journalsQuery } from './money-api.ts';
import { formatMoment, ruleWords, won } from './money-words.ts';
import { ProposalDialog, type Proposal } from './proposal-dialog.tsx';
import { StaffLink } from './staff-link.tsx';

const orderId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isOrder = (typed: string) => orderId.test(typed) || readOrderNumber(typed) !== null;

/** The books of one order, from where adjustments are proposed. */
export function OrderBooks() {
  // The list of orders leads here with one of them.
  const { order }: { order?: unknown } = useSearch({ strict: false });
  const [asked, setAsked] = useState(typeof order === 'string' && isOrder(order) ? order : '');
  const form = useForm({
    check: ({ orderId: typed = '' }): Record<string, string> =>
      isOrder(typed.trim()) ? {} : { orderId: m['payments.adjust.order_id_wrong']() },
    async send({ orderId: typed = '' }) {
      setAsked(typed.trim());
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
  const { data, error, refetch } = useQuery(journalsQuery(asked));
  const [proposal, setProposal] = useState<Proposal | null>(null);
  if (error) return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  if (!data) return <div aria-busy="true" className="h-32 animate-pulse rounded-lg bg-sunken" />;
  const { order, journals } = data;
  if (!order) return <p role="status">{m['payments.adjust.no_order']()}</p>;
  return (
    <div className="grid gap-4">
      <BooksOf order={order} />
      {journals.length === 0 && <p role="status">{m['payments.adjust.nothing_booked']()}</p>}
      <ol aria-label={m['payments.adjust.books']()} className="grid gap-3">
        {journals.map((journal) => (
          <Booked
            key={journal.commandId}
            journal={journal}
            onReverse={() => setProposal({ kind: 'reversal', commandId: journal.commandId })}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => setProposal({ kind: 'release_early' })}>
          {m['payments.adjust.release']()}
        </Button>
        <Button look="secondary" onClick={() => setProposal({ kind: 'goodwill' })}>
          {m['payments.adjust.goodwill']()}
        </Button>
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
      <p className="text-sm tabular-nums">{number}</p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {m['payments.adjust.fact.people_value']({ buyer, provider, total: won(total) })}
      </p>
      <StaffLink to="order" id={id} />
    </div>
  );
}

function Booked({ journal, onReverse }: { journal: Journal; onReverse(): void }) {
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{ruleWords(journal.rules)}</span>
        <span className="text-sm text-ink-soft">{formatMoment(journal.postedAt)}</span>
      </p>
      {journal.reason !== '' && <p className="wrap-anywhere">{journal.reason}</p>}
      <JournalLines lines={journal.lines} />
      <details className="text-sm text-ink-soft">
        <summary className="min-h-11 content-center">{m['payments.admin.detail']()}</summary>
        <p className="break-all">
          {m['payments.adjust.command']({ rules: journal.rules, id: journal.commandId })}
        </p>
      </details>
      {journal.isCorrectable && (
        <Button look="quiet" className="w-fit" onClick={onReverse}>
          {m['payments.adjust.reverse']()}
        </Button>
      )}
    </li>
  );
}
