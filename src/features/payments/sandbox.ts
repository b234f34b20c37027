/** Choices on the page of the sandbox, with their guards; shared by client and server. */

export const sandboxStatuses = [
  'ready',
  'in_progress',
  'waiting_deposit',
  'done',
  'cancelled',
  'partly_cancelled',
  'aborted',
  'expired',
] as const;
export type SandboxStatus = (typeof sandboxStatuses)[number];

/** Timing of webhooks relative to the response to the confirmation. */
export const sandboxWebhooks = ['after', 'before', 'twice', 'never'] as const;
/** Results of refunds: `hang` makes the refund and loses its response. */
export const sandboxRefunds = ['done', 'hang', 'fail'] as const;

export const sandboxActions = [
  'approve',
  'decline',
  'refuse',
  'abandon',
  'delay',
  'charge-then-hang',
  'virtual-account',
  'deposit',
  'reverse-deposit',
  'settings',
] as const;
export type SandboxAction = (typeof sandboxActions)[number];

export const sandboxDelay = { min: 1, max: 3600, usual: 20 } as const;

const decisions: readonly SandboxAction[] = [
  'approve',
  'decline',
  'refuse',
  'abandon',
  'delay',
  'charge-then-hang',
  'virtual-account',
];

/** A deposit can be taken back until it has been settled. */
export function sandboxActionsOf(payment: {
  status: SandboxStatus;
  isDeposit: boolean;
  isSettled: boolean;
}): SandboxAction[] {
  switch (payment.status) {
    case 'ready':
      return [...decisions];
    case 'waiting_deposit':
      return ['deposit', 'settings'];
    case 'done':
      return payment.isDeposit && !payment.isSettled ? ['reverse-deposit', 'settings'] : ['settings'];
    case 'in_progress':
    case 'partly_cancelled':
      return ['settings'];
    default:
      return [];
  }
}
