/** What may be chosen on the page of the sandbox, and when. Both sides read it. */

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

/** When webhooks come, seen from the answer to whoever confirms. */
export const sandboxWebhooks = ['after', 'before', 'twice', 'never'] as const;
/** What becomes of refunds: a hanging one is made, and its answer is lost. */
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

/** A deposit can be taken back until the money has been paid to us. */
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
