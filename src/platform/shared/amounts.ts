/**
 * Maximum amounts of money, in the smallest unit of the currency. Sums and products of amounts within them are exact in
 * JavaScript and in the database, which enforces them too (migration `ceilings`).
 */

/** Maximum of a typed amount: a price, a rate, a fee, a bid, a budget. */
export const maxAmount = 1_000_000_000;
/** Maximum total of one order, after all multiplications, with our fee. */
export const maxTotal = 10_000_000_000;
