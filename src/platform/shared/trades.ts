/**
 * Trades of services, one row each. Code that differs between trades reads this table instead of comparing names. Their words are in
 * services/words.ts and services/client/trade-words.ts, the facts that a request needs in quotes/missing.ts.
 */

export type Trade = {
  /** `weight`: rates for grams price a model at once, see /estimate. `offer`: the provider answers each request. */
  pricing: 'weight' | 'offer';
  /** Default price of a new service (docs/product.md, "Standard prices"). */
  standardPrice?: 'print' | 'hour' | 'quote';
  /** Fields of the service form that this trade has and others do not. */
  field?: 'printer' | 'specializations' | 'productionItems';
  /** `goods` are custom made and sent; `work` is handed over as files unless something is made. */
  result: 'goods' | 'work';
  /** Page of the form where the trade has one of its own instead of /services/register/{trade}. */
  registerPath?: '/register-printer';
  /** Its providers are listed as engineers who help in sessions. */
  givesSupport?: true;
  /** Fee in percent where it differs from `FEE_PERCENT`. */
  feePercent?: number;
};

export const serviceTypes = [
  '3d_printing',
  'electronics',
  'woodworking',
  'metalworking',
  'manufacturing',
  'engineer',
] as const;
export type ServiceType = (typeof serviceTypes)[number];

export const trades: Record<ServiceType, Trade> = {
  '3d_printing': {
    pricing: 'weight',
    standardPrice: 'print',
    field: 'printer',
    result: 'goods',
    registerPath: '/register-printer',
  },
  electronics: { pricing: 'offer', result: 'goods' },
  woodworking: { pricing: 'offer', result: 'goods' },
  metalworking: { pricing: 'offer', result: 'goods' },
  manufacturing: { pricing: 'offer', standardPrice: 'quote', field: 'productionItems', result: 'goods' },
  engineer: {
    pricing: 'offer',
    standardPrice: 'hour',
    field: 'specializations',
    result: 'work',
    givesSupport: true,
  },
};

export function asServiceType(value: string): ServiceType | null {
  return serviceTypes.find((type) => type === value) ?? null;
}

/** Returns the row of a trade; undefined for a type that is not in the table. */
export function tradeOf(type: string | null | undefined): Trade | undefined {
  const known = asServiceType(type ?? '');
  return known ? trades[known] : undefined;
}

export function isPricedByWeight(type: string | null | undefined): boolean {
  return tradeOf(type)?.pricing === 'weight';
}

/** Returns the trades that fit, for statements of SQL. */
export function tradesWhere(fits: (trade: Trade) => boolean): ServiceType[] {
  return serviceTypes.filter((type) => fits(trades[type]));
}
