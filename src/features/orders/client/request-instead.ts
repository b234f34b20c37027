import type { OrderDetail } from '../contract.ts';

type Replaced = Pick<OrderDetail, 'id' | 'title' | 'description' | 'quantity'> & {
  parts: readonly Pick<OrderDetail['parts'][number], 'name' | 'quantity' | 'material' | 'color'>[];
  files: readonly { sha256: string }[];
  rights: readonly { pieces: number }[];
};

/** Returns the draft of a request for quotes that is to take the place of an order, in the words of the order. */
export function requestInstead(order: Replaced, serviceIds: string[]) {
  const { id, title, description, quantity, parts, files, rights } = order;
  const each = (values: readonly (string | undefined)[]) =>
    [...new Set(values.filter((value) => value !== undefined))].join(', ');
  const pieces = parts.map((part) => `${part.name} × ${part.quantity}`).join('\n');
  return {
    fields: {
      title,
      description: [description === '' ? title : description, pieces].filter(Boolean).join('\n\n'),
      // An order of parts counts pieces; what is asked for is as many things as its right is for.
      quantity: String(parts.length > 0 ? (rights[0]?.pieces ?? 1) : quantity),
      material: each(parts.map(({ material }) => material)),
      colour: each(parts.map(({ color }) => color)),
    },
    serviceIds,
    instead: { orderId: id, fileHashes: files.map(({ sha256 }) => sha256) },
  };
}
