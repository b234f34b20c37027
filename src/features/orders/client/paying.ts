import { splitPath } from '#i18n/languages.ts';
import type { Attempt } from '#features/payments/contract.ts';
import { ApiError, getJson } from '#platform/client/fetcher.ts';
import type { OrderDetail } from '../contract.ts';
import { openAttempt } from './api.ts';

/** Thrown when the browser could not be sent to the gateway. */
export class NavigationFailed extends Error {}

const payingKey = 'gongbang-paying';

/** Order that this window is paying for; gateways may drop its id on the way back. */
export function orderBeingPaid(): string | null {
  return readText(sessionStorage, payingKey);
}

/** Opens an attempt or continues the open one, and sends the browser to the gateway. */
export async function payFor(orderId: string): Promise<void> {
  const attempt = await openAttempt(orderId);
  writeText(sessionStorage, payingKey, orderId);
  await leaveToPay(attempt);
}

/** Sends the browser to the gateway. Throws `NavigationFailed`. */
export async function leaveToPay({ begun }: Pick<Attempt, 'begun'>): Promise<void> {
  try {
    if (begun.kind === 'redirect') {
      window.location.assign(begun.url);
      return;
    }
    const { payWithToss } = await import('#features/payments/client/public.tsx');
    await payWithToss(begun);
  } catch (error) {
    throw new NavigationFailed(String(error));
  }
}

/**
 * Returns whether this document was loaded from a payment address. Scripts of payment windows may run only there, and
 * a document keeps its CSP across client-side navigation.
 */
export function isPaymentDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return true;
  return splitPath(new URL(loaded.name).pathname).path.startsWith('/payment/');
}

type KeptKey = { key: string; orderId?: string };

/**
 * Returns the idempotency key under which a person orders a service, shared by all windows of this browser. Once that
 * order is paid or over, a newly opened form gets a new key; windows that were already open keep theirs.
 */
export async function keyFor(
  personId: string,
  about: string,
): Promise<{ key: string; unpaid: OrderDetail | null }> {
  const kept = readKey(personId, about);
  if (kept?.orderId === undefined) return { key: kept?.key ?? renewKey(personId, about), unpaid: null };
  try {
    const order = await getJson<OrderDetail>(`/api/orders/${kept.orderId}`);
    if (order.state === 'created') return { key: kept.key, unpaid: order };
  } catch (error) {
    // An order that cannot be looked up may be unpaid: keep its key, so that no second order is made.
    if (!(error instanceof ApiError && error.status === 404)) return { key: kept.key, unpaid: null };
  }
  return { key: renewKey(personId, about), unpaid: null };
}

export function renewKey(personId: string, about: string): string {
  const key = crypto.randomUUID();
  writeText(localStorage, nameOf(personId, about), JSON.stringify({ key } satisfies KeptKey));
  return key;
}

export function rememberOrder(personId: string, about: string, kept: Required<KeptKey>): void {
  writeText(localStorage, nameOf(personId, about), JSON.stringify(kept));
}

const nameOf = (personId: string, about: string) => `gongbang-order-key:${personId}:${about}`;

function readKey(personId: string, about: string): KeptKey | null {
  try {
    const kept = JSON.parse(
      readText(localStorage, nameOf(personId, about)) ?? 'null',
    ) as Partial<KeptKey> | null;
    if (typeof kept?.key !== 'string') return null;
    return { key: kept.key, ...(typeof kept.orderId === 'string' && { orderId: kept.orderId }) };
  } catch {
    return null;
  }
}

/** Keeps the input of an order that is not placed yet; in this window only, because it may hold an address. */
export function openDraft(personId: string | null, about: string) {
  const name = (owner: string) => `gongbang-order:${owner}:${about}`;
  const own = name(personId ?? 'guest');
  return {
    read(): Record<string, string> | null {
      try {
        // A guest who logs in continues with their input.
        const kept = readText(sessionStorage, own) ?? readText(sessionStorage, name('guest'));
        return kept === null ? null : (JSON.parse(kept) as Record<string, string>);
      } catch {
        return null;
      }
    },
    keep: (values: Record<string, string>) => writeText(sessionStorage, own, JSON.stringify(values)),
    forget(): void {
      writeText(sessionStorage, own, null);
      writeText(sessionStorage, name('guest'), null);
    },
  };
}

function readText(storage: Storage, name: string): string | null {
  try {
    return storage.getItem(name);
  } catch {
    return null;
  }
}

function writeText(storage: Storage, name: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(name);
    else storage.setItem(name, value);
  } catch {
    // Without storage, the page itself still holds the input.
  }
}
