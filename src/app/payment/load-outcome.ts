import { notFound } from '@tanstack/react-router';

/** What is at an address below `/payment/`. Decided before anything is rendered, so that nothing there answers 404. */
export function loadOutcome(path = '') {
  const [outcome, key = '', ...more] = path.split('/');
  if ((outcome === 'success' || outcome === 'fail') && path === outcome) return { outcome, key };
  if ((outcome === 'sandbox' || outcome === 'sponsor') && key !== '' && more.length === 0)
    return { outcome, key };
  throw notFound();
}
