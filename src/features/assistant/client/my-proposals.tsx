import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { decideProposal, proposalsKey, proposalsQuery, type Proposal } from './api.ts';

const sides = ['received', 'sent'] as const;

/** Fixes to steps: those that wait for me, and those that I have proposed. */
export function MyProposals() {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const side = asked['side'] === 'sent' ? 'sent' : 'received';
  const wanted = Number(asked['page']);
  const page = Number.isSafeInteger(wanted) && wanted > 1 && wanted < 1e9 ? wanted : 1;
  const { data, error, refetch } = useQuery(proposalsQuery(side === 'sent' ? 'proposer' : 'author', page));
  const searchOf = (next: { side: string; page?: number }) =>
    ({
      ...(next.side === 'sent' && { side: 'sent' }),
      ...(next.page !== undefined && next.page > 1 && { page: next.page }),
    }) as never;
  return (
    <div className="grid gap-4">
      <nav aria-label={m['assistant.proposals.sides']()} className="border-b border-line">
        <ul className="flex">
          {sides.map((each) => (
            <li key={each}>
              <Link
                to="."
                search={searchOf({ side: each })}
                aria-current={each === side ? 'true' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className="block min-h-11 border-b-2 border-transparent px-4 py-2 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent-strong"
              >
                {each === 'received' ? m['assistant.proposals.received']() : m['assistant.proposals.sent']()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {error && !data && <LoadFailed retry={refetch}>{describeError(error)}</LoadFailed>}
      {!error && !data && <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />}
      {data && data.items.length === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {side === 'received'
            ? m['assistant.proposals.none_received']()
            : m['assistant.proposals.none_sent']()}
        </p>
      )}
      {data && data.items.length > 0 && (
        <>
          <ul className="grid gap-4">
            {data.items.map((proposal) => (
              <li key={proposal.id}>
                <ProposalCard proposal={proposal} />
              </li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={{
              pages: m['assistant.proposals.list.pages'](),
              previous: m['assistant.proposals.list.previous'](),
              next: m['assistant.proposals.list.next'](),
              page: (number) => m['assistant.proposals.list.page']({ page: number }),
            }}
            renderLink={(each, { label, current, className, children }) => (
              <Link
                to="."
                search={searchOf({ side, page: each })}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className={className}
              >
                {children}
              </Link>
            )}
          />
        </>
      )}
    </div>
  );
}

const stateWords: Record<Proposal['state'], () => string> = {
  open: () => m['assistant.proposals.state.open'](),
  accepted: () => m['assistant.proposals.state.accepted'](),
  refused: () => m['assistant.proposals.state.refused'](),
  outdated: () => m['assistant.proposals.state.outdated'](),
};

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { id, resource, step, before, after, reason, isFromModel, proposer, state, answer, createdAt, can } =
    proposal;
  const client = useQueryClient();
  const [isRefusing, setIsRefusing] = useState(false);
  const [why, setWhy] = useState('');
  const decision = useMutation({
    mutationFn: (wanted: 'accept' | 'refuse') => decideProposal(id, wanted, why),
    onSuccess: (_decided, wanted) => {
      toast(
        'success',
        wanted === 'accept'
          ? m['assistant.proposals.accepted_now']()
          : m['assistant.proposals.refused_now'](),
      );
      setIsRefusing(false);
    },
    onError: (error) => toast('danger', m['assistant.proposals.failed'](), describeError(error)),
    onSettled: () => client.invalidateQueries({ queryKey: proposalsKey }),
  });
  return (
    <article className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h2 className="font-bold wrap-anywhere">
            <Link to="/resources/$id" params={{ id: resource.id }} className="text-accent-strong underline">
              {resource.title}
            </Link>{' '}
            · {m['assistant.step.number']({ number: step })}
          </h2>
          <p className="text-sm text-ink-soft">
            {proposer && `${m['assistant.proposals.by']({ name: proposer.fullName })} · `}
            {formatDay(createdAt)}
          </p>
        </div>
        <p className="rounded-sm bg-sunken px-2 py-1 text-sm font-semibold">{stateWords[state]()}</p>
      </header>
      {isFromModel && <p className="text-sm text-ink-soft">{m['assistant.proposals.from_model']()}</p>}
      <div className="grid gap-4 md:grid-cols-2">
        <Wording label={m['assistant.proposals.before']()} {...before} />
        <Wording label={m['assistant.proposals.after']()} {...after} isNew />
      </div>
      {reason !== '' && (
        <p className="whitespace-pre-line wrap-anywhere">
          <strong>{m['assistant.propose.reason']()}</strong> {reason}
        </p>
      )}
      {answer !== null && answer !== '' && (
        <p className="whitespace-pre-line wrap-anywhere">{m['assistant.proposals.answer']({ answer })}</p>
      )}
      {can.decide && (
        <div className="flex flex-wrap gap-3">
          <Button disabled={decision.isPending} onClick={() => decision.mutate('accept')}>
            {m['assistant.proposals.accept']()}
          </Button>
          <Button look="secondary" disabled={decision.isPending} onClick={() => setIsRefusing(true)}>
            {m['assistant.proposals.refuse']()}
          </Button>
        </div>
      )}
      {isRefusing && (
        <Dialog title={m['assistant.proposals.refuse']()} onClose={() => setIsRefusing(false)}>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              decision.mutate('refuse');
            }}
          >
            <TextAreaField
              label={m['assistant.proposals.why']()}
              rows={3}
              value={why}
              maxLength={1000}
              onChange={({ target }) => setWhy(target.value)}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="secondary" onClick={() => setIsRefusing(false)}>
                {m['assistant.propose.back']()}
              </Button>
              <Button type="submit" look="danger" disabled={decision.isPending}>
                {m['assistant.proposals.refuse']()}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </article>
  );
}

function Wording(props: { label: string; title: string; text: string; isNew?: boolean }) {
  const { label, title, text, isNew = false } = props;
  return (
    <div className={`grid content-start gap-2 rounded-md p-4 ${isNew ? 'bg-accent-soft' : 'bg-sunken'}`}>
      <p className="text-sm font-semibold text-ink-soft">{label}</p>
      {title !== '' && <p className="font-semibold wrap-anywhere">{title}</p>}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </div>
  );
}
