import { z } from 'zod';
import { standardAuctionTerms, standardIncrements, type Increments } from '../../shared/auction-terms.ts';
import { standardTerms } from '../../shared/order-terms.ts';
import { standardTenderTerms } from '../../shared/tender-terms.ts';
import { standardWantedTerms } from '../../shared/wanted-terms.ts';
import { readerOf, type Environment } from './reading.ts';

/** Fees, and the times and limits of orders, auctions, tenders, wanted things and quotes. */
export const termVariables = {
  FEE_PERCENT: {
    schema: z.coerce.number().min(0).max(50).multipleOf(0.01),
    default: '10',
    about: 'What the marketplace takes of a job, in percent, on top of what the provider asks.',
  },
  FEE_BEARER: {
    schema: z.enum(['buyer', 'provider']),
    default: 'buyer',
    about: 'Who pays our fee: the buyer on top of the price, or the provider out of it; never both.',
  },
  ORDER_TERMS: {
    schema: z.string().transform(readTerms(standardTerms)),
    default: '{}',
    about:
      'JSON of times and limits of orders that differ from the standard ones, e.g. `{"acceptHours": 48}`; names and standards are `standardTerms` in `src/platform/shared/order-terms.ts`.',
  },
  AUCTION_TERMS: {
    schema: z.string().transform(readTerms(standardAuctionTerms)),
    default: '{}',
    about:
      'JSON of times and limits of auctions that differ from the standard ones, e.g. `{"payHours": 24}`; names and standards are `standardAuctionTerms` in `src/platform/shared/auction-terms.ts`.',
  },
  AUCTION_INCREMENTS: {
    schema: z.string().transform(readIncrements),
    default: '[]',
    about:
      'By how much bids rise, as JSON: `[{"below": 10000, "by": 100}, …]`, the last one for all prices above; an empty list is the standard table.',
  },
  TENDER_TERMS: {
    schema: z.string().transform(readTerms(standardTenderTerms)),
    default: '{}',
    about:
      'JSON of times, limits and weights of tenders that differ from the standard ones, e.g. `{"chooseDays": 3}`; names and standards are `standardTenderTerms` in `src/platform/shared/tender-terms.ts`.',
  },
  WANTED_TERMS: {
    schema: z.string().transform(readTerms(standardWantedTerms)),
    default: '{}',
    about:
      'JSON of times and limits of the board of wanted things that differ from the standard ones, e.g. `{"graceDays": 14}`; names and standards are `standardWantedTerms` in `src/platform/shared/wanted-terms.ts`.',
  },
  QUOTE_DAYS: {
    schema: z.coerce.number().int().min(1).max(90),
    default: '7',
    about: 'How long an instant quote binds its provider, in days.',
  },
  SLICER_PATH: {
    schema: z.string(),
    default: '',
    about:
      'PrusaSlicer or CuraEngine on this machine, e.g. `/usr/bin/prusa-slicer`, which then slices what a quote is for, within limits of time and memory. Default: none; weight and hours are estimated.',
  },
  QUOTE_REQUEST_DAYS: {
    schema: z.coerce.number().int().min(1).max(90),
    default: '14',
    about: 'How long providers can answer a request for a quote, in days.',
  },
  QUOTE_ORDER_DAYS: {
    schema: z.coerce.number().int().min(1).max(30),
    default: '3',
    about: 'How long a quote that was agreed upon can be ordered, in days.',
  },
} as const;

export function readTermsOfTrade(environment: Environment) {
  const { read, get } = readerOf(termVariables, environment);
  return {
    feePercent: get('FEE_PERCENT'),
    feeBearer: get('FEE_BEARER'),
    orderTerms: get('ORDER_TERMS'),
    auctionTerms: get('AUCTION_TERMS'),
    increments: get('AUCTION_INCREMENTS'),
    tenderTerms: get('TENDER_TERMS'),
    wantedTerms: get('WANTED_TERMS'),
    quoteDays: get('QUOTE_DAYS'),
    slicerPath: read('SLICER_PATH') ?? null,
    quoteRequestDays: get('QUOTE_REQUEST_DAYS'),
    quoteOrderDays: get('QUOTE_ORDER_DAYS'),
  };
}

/** Parses overrides of the standard terms as JSON: positive whole numbers by known names. */
function readTerms<Name extends string>(standard: Readonly<Record<Name, number>>) {
  const names = Object.keys(standard) as Name[];
  const schema = z.partialRecord(z.enum(names), z.number().int().min(1).max(1_000_000_000));
  return (text: string, context: z.RefinementCtx): Record<Name, number> => {
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return { ...standard, ...(parsed.data as Partial<Record<Name, number>>) };
      const wrong = parsed.error.issues.flatMap(({ path, code, ...issue }) =>
        code === 'unrecognized_keys' ? (issue as { keys: string[] }).keys : path,
      );
      const named = wrong.length > 0 ? ` (see ${wrong.join(', ')})` : '';
      context.addIssue({ code: 'custom', message: `needs known terms with whole numbers from 1${named}` });
    } catch {
      context.addIssue({ code: 'custom', message: 'needs JSON' });
    }
    return z.NEVER;
  };
}

const increments = z
  .array(z.object({ below: z.number().int().min(1), by: z.number().int().min(1) }))
  .refine((steps) => steps.every(({ below }, index) => below > (steps[index - 1]?.below ?? 0)));

function readIncrements(text: string, context: z.RefinementCtx): Increments {
  try {
    const parsed = increments.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data.length > 0 ? parsed.data : standardIncrements;
  } catch {
    // Invalid JSON is reported below.
  }
  context.addIssue({ code: 'custom', message: 'needs JSON like [{"below": 10000, "by": 100}], rising' });
  return z.NEVER;
}
