import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { SidedList, useSide } from '#ui/sided-list.tsx';
import { decideProposal, proposalsKey, proposalsQuery, type Proposal } from './api.ts';

const sides = ['received', 'sent'] as const;
const sideWords = {
  received: () => m['assistant.proposals.received'](),
  sent: () => m['assistant.proposals.sent'](),
};

/** Proposed fixes of steps: those for one's own guides, and those one has made. */
export function MyProposals() {
  const { side, page } = useSide(sides);
  const list = useQuery(proposalsQuery(side === 'sent' ? 'proposer' : 'author', page));
  return (
    <SidedList
      sides={sides}
      sideWords={sideWords}
      label={m['assistant.proposals.sides']()}
      side={side}
      list={list}
      words={{
        pages: m['assistant.proposals.list.pages'](),
        previous: m['assistant.proposals.list.previous'](),
        next: m['assistant.proposals.list.next'](),
        page: (number) => m['assistant.proposals.list.page']({ page: number }),
      }}
      empty={
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {side === 'received'
            ? m['assistant.proposals.none_received']()
            : m['assistant.proposals.none_sent']()}
        </p>
      }
    >
      {(proposals) => (
        <ul className="grid gap-4">
          {proposals.map((proposal) => (
            <li key={proposal.id}>
              <ProposalCard proposal={proposal} />
            </li>
          ))}
        </ul>
      )}
    </SidedList>
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
            method="post"
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
