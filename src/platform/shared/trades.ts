/** Trades of services, one row each. Everything that differs between trades reads this table; their words are in services/words.ts and services/client/trade-words.ts. */

/** Facts that a request for a quote can be asked for. */
export type RequestFact =
  | 'goal'
  | 'model'
  | 'design'
  | 'parts'
  | 'drawing'
  | 'dimensions'
  | 'material'
  | 'quantity'
  | 'tolerance'
  | 'finish'
  | 'colour'
  | 'date'
  | 'budget';

export type RequestFacts = { required: readonly RequestFact[]; recommended: readonly RequestFact[] };

export type Trade = {
  /** `weight`: rates for grams price a model at once, see /estimate. `offer`: the provider answers each request. */
  pricing: 'weight' | 'offer';
  /** Default price of a new service (docs/product.md, "Standard prices"). */
  standardPrice: 'print' | 'hour' | 'quote' | null;
  /** Fields of the service form that this trade has and others do not. */
  fields: readonly ('printer' | 'specializations' | 'productionItems')[];
  /** `goods` are custom made and sent; `work` is handed over as files unless something is made. */
  result: 'goods' | 'work';
  /** Page of the form where the trade has one of its own instead of /services/register/{trade}. */
  registerPath: '/register-printer' | null;
  /** Whether its providers are listed as engineers who help in sessions. */
  givesSupport: boolean;
  /** Fee in percent where it differs from `FEE_PERCENT`. */
  feePercent: number | null;
  request: RequestFacts;
};

const ordinary = {
  pricing: 'offer',
  standardPrice: null,
  fields: [],
  result: 'goods',
  registerPath: null,
  givesSupport: false,
  feePercent: null,
} as const;

export const trades = {
  '3d_printing': {
    ...ordinary,
    pricing: 'weight',
    standardPrice: 'print',
    fields: ['printer'],
    registerPath: '/register-printer',
    request: {
      required: ['model', 'material', 'quantity'],
      recommended: ['date', 'colour', 'finish', 'tolerance'],
    },
  },
  electronics: {
    ...ordinary,
    request: { required: ['design', 'parts', 'quantity'], recommended: ['date', 'budget'] },
  },
  woodworking: {
    ...ordinary,
    request: {
      required: ['drawing', 'dimensions', 'material', 'quantity'],
      recommended: ['finish', 'tolerance', 'date'],
    },
  },
  metalworking: {
    ...ordinary,
    request: {
      required: ['drawing', 'dimensions', 'material', 'quantity'],
      recommended: ['tolerance', 'finish', 'date'],
    },
  },
  manufacturing: {
    ...ordinary,
    standardPrice: 'quote',
    fields: ['productionItems'],
    request: {
      required: ['drawing', 'material', 'quantity', 'date'],
      recommended: ['tolerance', 'finish', 'budget'],
    },
  },
  engineer: {
    ...ordinary,
    standardPrice: 'hour',
    fields: ['specializations'],
    result: 'work',
    givesSupport: true,
    request: { required: ['goal', 'date'], recommended: ['drawing', 'budget'] },
  },
} satisfies Record<string, Trade>;

export type ServiceType = keyof typeof trades;
export const serviceTypes = Object.keys(trades) as [ServiceType, ...ServiceType[]];

export function asServiceType(value: string): ServiceType | null {
  return serviceTypes.find((type) => type === value) ?? null;
}

/** Row of a trade; null for a type that is not in the table. */
export function tradeOf(type: string | null | undefined): Trade | null {
  const known = asServiceType(type ?? '');
  return known && trades[known];
}

export function isPricedByWeight(type: string | null | undefined): boolean {
  return tradeOf(type)?.pricing === 'weight';
}

/** Trades with a property, for statements of SQL. */
export function tradesWhere(fits: (trade: Trade) => boolean): ServiceType[] {
  return serviceTypes.filter((type) => fits(trades[type]));
}

/** Trades whose providers help in sessions; for statements of SQL. */
export const supportTrades = tradesWhere(({ givesSupport }) => givesSupport);
