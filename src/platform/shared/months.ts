/** Adds months; a day that the resulting month does not have becomes its last one. */
export function addMonths(time: Date, months: number): Date {
  const end = new Date(time);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(time.getUTCDate(), last));
  return end;
}
