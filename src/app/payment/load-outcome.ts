import { notFound } from '@tanstack/react-router';

/** What is at an address below `/payment/`. Decided before anything is rendered, so that nothing there answers 404. */
export function loadOutcome(path: string) {
  const [outcome, id = '', ...more] = path.split('/');
  if ((outcome === 'success' || outcome === 'fail') && path === outcome) return { outcome, id };
  if ((outcome === 'sandbox' || outcome === 'sponsor') && id !== '' && more.length === 0)
    return { outcome, id };
  if (outcome === 'sandbox' && id !== '' && more.length === 1 && more[0] === 'receipt')
    return { outcome: 'sandbox-receipt' as const, id };
  throw notFound();
}
