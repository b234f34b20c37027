/**
 * The ceilings of money, in the smallest unit of its currency. Sums and products of amounts under them are exact numbers in JavaScript and in the database, which
 * holds them too (migration `ceilings`).
 */

/** The largest amount that anybody types: a price, a rate, a fee, a bid, a budget. */
export const mostAmount = 1_000_000_000;
/** The most that one order comes to, whatever it is multiplied by, with our fee. */
export const mostTotal = 10_000_000_000;
