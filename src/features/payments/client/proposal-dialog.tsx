import { useQueryClient } from '@tanstack/react-query';
import { ReasonDialog } from '#features/admin/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { TextField } from '#ui/field.tsx';
import { proposeAdjustment } from './money-api.ts';
import { plainDigits } from '#platform/shared/widths.ts';

export type Proposal =
  | { kind: 'release_early' }
  | { kind: 'goodwill' }
  | { kind: 'reversal'; commandId: string };

const proposalWords = {
  release_early: {
    title: () => m['payments.adjust.release'](),
    text: () => m['payments.adjust.release_text'](),
  },
  goodwill: {
    title: () => m['payments.adjust.goodwill'](),
    text: () => m['payments.adjust.goodwill_text'](),
  },
  reversal: { title: () => m['payments.adjust.reverse'](), text: () => m['payments.adjust.reverse_text']() },
};

/** Asks for the reason of an adjustment that a second person has to approve. */
export function ProposalDialog({
  orderId,
  proposal,
  onClose,
}: {
  orderId: string;
  proposal: Proposal;
  onClose(): void;
}) {
  const client = useQueryClient();
  return (
    <ReasonDialog
      title={proposalWords[proposal.kind].title()}
      text={proposalWords[proposal.kind].text()}
      submit={m['payments.adjust.propose']()}
      saved={m['payments.adjust.saved']()}
      needed={proposal.kind === 'goodwill' ? ['amount', 'reason'] : ['reason']}
      send={async ({ reason = '', amount = '' }) => {
        await proposeAdjustment(
          proposal.kind === 'goodwill'
            ? { kind: 'goodwill', orderId, reason, amount: Number(plainDigits(amount).replaceAll(',', '')) }
            : { ...proposal, orderId, reason },
        );
        await client.invalidateQueries({ queryKey: ['admin'] });
      }}
      onClose={onClose}
    >
      {(errors) =>
        proposal.kind === 'goodwill' && (
          <TextField
            label={m['payments.adjust.amount']()}
            name="amount"
            inputMode="numeric"
            autoComplete="off"
            maxLength={15}
            error={errors['amount']}
          />
        )
      }
    </ReasonDialog>
  );
}
