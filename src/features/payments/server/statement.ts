import { m } from '#i18n/generated/messages.js';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import type { Transaction } from '../contract.ts';
import { transactionNames } from '../words.ts';

export const statementColumns: readonly CsvColumn<Transaction>[] = [
  momentColumn(m['payments.csv.at'], (row) => row.at),
  [m['payments.csv.kind'], (row) => transactionNames[row.kind]],
  [m['payments.csv.title'], (row) => row.title],
  [m['payments.csv.amount'], (row) => row.amount],
  [m['payments.csv.currency'], (row) => row.currency],
  [m['payments.csv.order'], (row) => (row.orderId === null ? null : orderNumber(row.orderId))],
];
