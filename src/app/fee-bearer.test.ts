import { expect, test } from 'vitest';
import type { AuctionCard } from '#features/auctions/contract.ts';
import type { OrderOffer } from '#features/orders/contract.ts';
import type { Earnings } from '#features/payments/contract.ts';
import { categories } from '#features/auctions/rules.ts';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import type { PrintersAnswer, Quote, RequestDetail } from '#features/quotes/contract.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import type { ManagedWorkshop, ServiceDetail } from '#features/services/contract.ts';
import type { TenderDetail } from '#features/tenders/contract.ts';
import { tenderingOn } from '#features/tenders/server/testing.ts';
import { receivedOf } from '#platform/shared/fee.ts';
import { lotCategoryTable } from '#platform/shared/lot-fees.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { trades } from '#platform/shared/trades.ts';
import { startTestServer, type Person } from './testing.ts';

/** Several rooms compute estimates, cards, offers and orders: all of them must agree on the same price. */
test.each([
  { bearer: 'buyer', onTop: 10, of10: 11, hasOwn: false },
  { bearer: 'provider', onTop: 0, of10: 10, hasOwn: false },
  { bearer: 'buyer', onTop: 10, of10: 11, hasOwn: true },
] as const)(
  'every price a buyer is told follows the fee: bearer $bearer, set by trade and category of lot: $hasOwn',
  async ({ bearer, onTop, of10, hasOwn }) => {
    const server = await startTestServer({ FEE_PERCENT: hasOwn ? '3' : '10', FEE_BEARER: bearer });
    try {
      if (hasOwn) {
        for (const trade of Object.values(trades)) trade.feePercent = 10;
        for (const category of categories) lotCategoryTable[category] = { feePercent: 10 };
      }
      const on = auctioningOn(server);
      const negotiating = negotiatingOn(server);
      const [buyer, seller] = [await on.someone(), await on.someone()];
      const get = async <Body>(url: string, as: Person = buyer) =>
        (await server.call('GET', url, { as })).json<Body>();
      const withFee = (principal: number) => (principal / 10) * of10;

      const printer = await on.offerService(seller, {
        title: '출력',
        serviceType: '3d_printing',
        price: 1000,
      });
      expect((await get<ServiceDetail>(`/api/services/${printer}`)).feePercent).toBe(onTop);
      const workshop = await get<ManagedWorkshop>(`/api/user/services/${printer}/workshop`, seller);
      expect(workshop.feePercent).toBe(onTop);
      const printers = await get<PrintersAnswer>('/api/services/printers?lat=37.54&long=127.05');
      expect(printers.feePercent).toBe(onTop);

      const uploadId = await on.upload(buyer, Buffer.from(binaryStl(box(20, 20, 20))), 'a.stl');
      const asked = await server.call('POST', `/api/services/${printer}/quote`, {
        as: buyer,
        payload: { uploadId, material: 'PLA' },
      });
      const quote = asked.json<Quote>();
      expect(quote.total, asked.body).toBe(withFee(quote.principal));
      const ordered = await on.order(buyer, printer, { quoteId: quote.id, delivery: { kind: 'pickup' } });
      expect(ordered.amounts.total).toBe(quote.total);

      const service = await negotiating.offerService(seller);
      const request = await negotiating.request(buyer, [service]);
      await negotiating.move(seller, request.threads[0]!, 'offer', {
        principal: 50_000,
        readyInDays: 3,
        validDays: 7,
      });
      const { threads, feeBearer } = await get<RequestDetail>(`/api/quote-requests/${request.id}`);
      expect([threads[0]?.offers.at(-1)?.total, feeBearer]).toEqual([withFee(50_000), bearer]);

      const tendering = tenderingOn(server);
      const tender = await tendering.open(buyer, { ceiling: 40_000, serviceType: '3d_printing' });
      expect(tender.ceilingTotal).toBe(withFee(40_000));
      const bid = (await tendering.bid(seller, tender.id, printer, { principal: 30_000 })).myBid;
      expect(bid?.total).toBe(withFee(30_000));
      await tendering.pass(tender.id, 24);
      const closed = await tendering.read(buyer, tender.id);
      expect(closed.bids[0]?.total).toBe(withFee(30_000));
      const choice = {
        version: closed.version,
        bidId: closed.bids[0]?.id,
        reason: '가깝고 빨라서 골랐어요.',
      };
      const chosen = (await tendering.act(buyer, tender.id, 'choose', choice)).json<TenderDetail>();
      expect(chosen.quote?.total).toBe(withFee(30_000));
      const offer = await get<OrderOffer>(`/api/services/${printer}/offer?quoteId=${chosen.quote?.id}`);
      expect(offer.amounts?.total).toBe(withFee(30_000));

      // The amounts promised to both sides are the amounts paid and paid out.
      const { id: orderId, amounts } = await on.order(buyer, printer, {
        quoteId: chosen.quote?.id,
        delivery: { kind: 'pickup' },
      });
      expect(amounts.total).toBe(withFee(30_000));
      await on.pay(buyer, orderId);
      await on.move(seller, orderId, 'accept');
      await on.move(seller, orderId, 'start');
      await on.move(seller, orderId, 'deliver', {
        pickup: true,
        photos: [await on.photo(seller, orderId)],
      });
      await on.complete(buyer, orderId);
      const received = receivedOf({ principal: 30_000, feePercent: 10, feeBearer: bearer });
      expect(await on.owed('provider_payable', orderId)).toBe(received);
      await on.passHours(orderId, 24 * 30);
      await on.payOut();
      const { onItsWay, paidOut } = await get<Earnings>('/api/user/earnings', seller);
      expect(onItsWay + paidOut).toBe(received);
      await on.assertSound();

      const lot = await on.live({ startPrice: 20_000 }, seller);
      await on.bids(buyer, lot.id, 20_000);
      const cards = await get<AuctionCard[]>('/api/auctions');
      expect(cards.find(({ id }) => id === lot.id)?.total).toBe(withFee(20_000));
    } finally {
      for (const trade of Object.values(trades)) delete trade.feePercent;
      for (const category of categories) delete lotCategoryTable[category];
      await server.close();
    }
  },
  120_000,
);
