import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bound,
  captured,
  coverChange,
  goodwill,
  netted,
  payoutDone,
  payoutFailed,
  payoutSent,
  refundConfirmed,
  released,
  releasedRefunded,
  reversed,
  settledByGateway,
  reversalOf,
  spent,
  sumOf,
  swept,
  topUpOf,
  unboundRefunded,
  vatWithin,
  type Posting,
} from './rules.ts';

const of = {
  paymentId: 'payment',
  buyerId: 'buyer',
  orderId: 'order',
  providerId: 'provider',
  refundId: 'refund',
  payoutId: 'payout',
};
const author = { orderId: 'share', buyerId: 'buyer', providerId: 'author' };
const brief = ({ lines }: Posting) =>
  Object.fromEntries(lines.map(({ account, amount }) => [account, amount]));

/** The table of docs/decisions/0035, for P = 33,333 at 10%: T = 36,666, F = 3,333, VAT 303. */
describe('posting rules', () => {
  test.each<[string, Posting, Record<string, number>]>([
    ['M1', captured(of, 36_666), { gateway_receivable: 36_666, buyer_clearing: -36_666 }],
    ['M2', bound(of, 36_666), { buyer_clearing: 36_666, escrow: -36_666 }],
    [
      'M3 with M3b',
      settledByGateway(of, 36_666, 1063),
      {
        // The operating account makes up for the gateway's fee.
        gateway_fees: 1063,
        gateway_receivable: -36_666,
        bank_safeguard: 1063,
        bank_operating: -1063,
      },
    ],
    [
      'M4 of all',
      released({ ...of, refundId: null }, { provider: 33_333, fee: 3333, authors: [], buyer: 0 }),
      { escrow: 36_666, provider_payable: -33_333, fee_revenue: -3030, vat_payable: -303 },
    ],
    [
      'M4 and M5 of a part',
      released(of, { provider: 12_345, fee: 1234, authors: [], buyer: 23_087 }),
      {
        escrow: 36_666,
        provider_payable: -12_345,
        fee_revenue: -1122,
        vat_payable: -112,
        refund_payable: -23_087,
      },
    ],
    [
      'M4 with the share of an author',
      released(
        { ...of, refundId: null },
        { provider: 33_333, fee: 3333, authors: [{ job: author, amount: 2000 }], buyer: 0 },
      ),
      { escrow: 38_666, provider_payable: -35_333, fee_revenue: -3030, vat_payable: -303 },
    ],
    [
      'M5 of all',
      released(of, { provider: 0, fee: 0, authors: [], buyer: 36_666 }),
      { escrow: 36_666, refund_payable: -36_666 },
    ],
    ['M5 unbound', unboundRefunded(of, 500), { buyer_clearing: 500, refund_payable: -500 }],
    [
      'M5 after the release, partly owed, with M3b',
      releasedRefunded(of, {
        parts: [{ job: of, amount: 20_000, owed: 5000 }],
        fee: 2000,
        vat: 181,
        given: 0,
      }),
      {
        provider_payable: 5000,
        provider_debt: 15_000,
        fee_revenue: 1819,
        vat_payable: 181,
        refund_payable: -22_000,
        bank_safeguard: 17_000,
        bank_operating: -17_000,
      },
    ],
    ['M6', refundConfirmed(of, 500, 500), { refund_payable: 500, gateway_receivable: -500 }],
    ['M6 out of the bank', refundConfirmed(of, 500, 0), { refund_payable: 500, bank_safeguard: -500 }],
    ['M7 sent', payoutSent(of, [{ job: of, amount: 700 }]), { provider_payable: 700, payout_transit: -700 }],
    ['M7 done', payoutDone(of, 700), { payout_transit: 700, bank_safeguard: -700 }],
    [
      'M7 failed',
      payoutFailed(of, [{ job: of, amount: 700 }]),
      { payout_transit: 700, provider_payable: -700 },
    ],
    ['M8', swept(3333), { bank_operating: 3333, bank_safeguard: -3333 }],
    [
      'M9',
      reversed(of, { clearing: 0, escrow: 36_666, debts: [], loss: 0 }),
      { escrow: 36_666, gateway_receivable: -36_666 },
    ],
    [
      'M9 after the release, with M3b',
      reversed(of, { clearing: 0, escrow: 0, debts: [{ job: of, amount: 30_000 }], loss: 3000 }),
      {
        provider_debt: 30_000,
        losses: 3000,
        gateway_receivable: -33_000,
        bank_safeguard: 33_000,
        bank_operating: -33_000,
      },
    ],
    [
      'M10 with M3b',
      goodwill(of, 1000),
      { losses: 1000, refund_payable: -1000, bank_safeguard: 1000, bank_operating: -1000 },
    ],
    ['M11', netted(of, of, 400), { provider_payable: 400, provider_debt: -400 }],
  ])('%s', (_rule, posting, lines) => {
    // Sum the lines per account, so that two lines of one account count as one movement.
    const sums: Record<string, number> = {};
    for (const { account, amount } of posting.lines) sums[account] = (sums[account] ?? 0) + amount;
    const expected = { ...lines };
    if (_rule === 'M3 with M3b') expected['bank_safeguard'] = 36_666;
    expect(sums).toEqual(expected);
    expect(sumOf(posting.lines)).toBe(0);
    expect(brief(posting)).toBeTypeOf('object');
  });
});

const won = fc.integer({ min: 0, max: 1_000_000_000_000 });

describe('any journal', () => {
  test('every journal balances, has no empty lines and never leaves what is owed less covered', () => {
    const postings = fc.oneof(
      won.map((t) => captured(of, t)),
      won.map((t) => bound(of, t)),
      fc.tuple(won, won).map(([a, g]) => settledByGateway(of, a + g, g)),
      fc
        .tuple(won, won, won, won)
        .map(([provider, fee, share, buyer]) =>
          released(of, { provider, fee, authors: [{ job: author, amount: share }], buyer }),
        ),
      won.map((t) => unboundRefunded(of, t)),
      fc.tuple(won, won, won, won, won).map(([provider, share, fee, owed, most]) =>
        releasedRefunded(of, {
          parts: [
            { job: of, amount: provider, owed },
            { job: author, amount: share, owed },
          ],
          fee,
          vat: Math.floor(fee / 11),
          given: Math.min(most, provider + share + fee),
        }),
      ),
      fc.tuple(won, won).map(([a, b]) => refundConfirmed(of, a + b, a)),
      won.map((t) => payoutSent(of, [{ job: of, amount: t }])),
      won.map((t) => payoutDone(of, t)),
      won.map((t) => payoutFailed(of, [{ job: of, amount: t }])),
      fc
        .tuple(won, won, won, won)
        .map(([clearing, escrow, debt, loss]) =>
          reversed(of, { clearing, escrow, debts: [{ job: of, amount: debt }], loss }),
        ),
      won.map((t) => goodwill(of, t)),
      won.map((t) => netted(of, of, t)),
    );
    fc.assert(
      fc.property(postings, ({ lines }) => {
        expect(sumOf(lines)).toBe(0);
        expect(lines.every(({ amount }) => amount !== 0 && Number.isSafeInteger(amount))).toBe(true);
        expect(coverChange(lines)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('reports which part of a journal only tops up the cover of what is owed', () => {
    const topUp = ({ lines }: Posting) => topUpOf(lines);
    const settled = settledByGateway(of, 30_800, 893);
    expect(topUp(settled)).toBe(893);
    expect(topUp(reversalOf(settled.lines))).toBe(-893);
    expect(topUp(goodwill(of, 1000))).toBe(1000);
    expect(topUp(captured(of, 1000))).toBe(0);
    // These move our own money, and so do their reversals: nothing is topped up.
    for (const posting of [swept(1000), spent(1000)]) {
      expect(topUp(posting)).toBe(0);
      expect(topUp(reversalOf(posting.lines))).toBe(0);
    }
  });

  test('VAT is inside the fee', () => {
    fc.assert(
      fc.property(won, (fee) => {
        const vat = vatWithin(fee);
        expect(vat).toBeGreaterThanOrEqual(0);
        expect(vat * 11).toBeLessThanOrEqual(fee);
        expect((vat + 1) * 11).toBeGreaterThan(fee);
      }),
    );
  });
});
