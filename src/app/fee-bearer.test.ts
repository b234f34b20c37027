import { expect, test } from 'vitest';
import type { AuctionCard } from '#features/auctions/contract.ts';
import { auctioningOn } from '#features/auctions/server/testing.ts';
import type { PrintersAnswer, Quote, RequestDetail } from '#features/quotes/contract.ts';
import { negotiatingOn } from '#features/quotes/server/testing.ts';
import type { ManagedWorkshop, ServiceDetail } from '#features/services/contract.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { startTestServer, type Person } from './testing.ts';

/** Estimates, cards, offers and orders are worked out in several rooms: of one price, all of them must say the same. */
test.each([
  ['buyer', 10, 11],
  ['provider', 0, 10],
] as const)(
  'where the %s bears the fee, every price a buyer is told has it or has it not',
  async (bearer, onTop, of10) => {
    const server = await startTestServer({ FEE_PERCENT: '10', FEE_BEARER: bearer });
    try {
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
      const ordered = await on.order(buyer, printer, { quoteId: quote.id });
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

      const lot = await on.live({ startPrice: 20_000 }, seller);
      await on.bids(buyer, lot.id, 20_000);
      const cards = await get<AuctionCard[]>('/api/auctions');
      expect(cards.find(({ id }) => id === lot.id)?.total).toBe(withFee(20_000));
    } finally {
      await server.close();
    }
  },
  120_000,
);
